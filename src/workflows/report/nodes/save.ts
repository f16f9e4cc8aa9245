import type { LangGraphRunnableConfig } from '@langchain/langgraph/web';

import type { IReportResult } from '../../../contract';
import { askPerson } from '../../../engine/graph-interrupts/ask-person';
import { sectionsOn } from '../judging/assemble';
import { reportDocument, untracedIn } from '../judging/report-document';
import { reportFiles } from '../judging/report-files';
import type { IReportPorts } from '../state/report-ports';
import type { ReportStateValue, ReportUpdate } from '../state/report-state';

/** Numbers that a card names. */
const MAX_NAMED = 12;

/**
 * Writes the files once their card is approved. The node runs again with the
 * answer, and what comes before the card is the same each time.
 */
export const saveNode =
  (ports: IReportPorts) =>
  async (
    state: ReportStateValue,
    config: LangGraphRunnableConfig
  ): Promise<ReportUpdate> => {
    const { report, notebook, plan, saving } = state;
    const { page, say, trans } = ports;
    if (!saving) {
      return {};
    }
    const untraced = untracedIn(
      (await reportDocument(state, state.draft, ports, true)).numbers
    ).map(({ text }) => text);
    if (untraced.length > 0 && untraced.join() !== state.savedWith) {
      const answer = askPerson(config.configurable, {
        kind: 'confirm',
        title: trans.__('Save with numbers that have no source?'),
        text: trans._n(
          '%1 number is not in the evidence: %2. It is marked in the document.',
          '%1 numbers are not in the evidence: %2. They are marked in the document.',
          untraced.length,
          untraced.slice(0, MAX_NAMED).join(', ')
        ),
        yes: trans.__('Save'),
        no: trans.__('Back to the text')
      });
      if (!('confirmed' in answer && answer.confirmed)) {
        return { saving: null };
      }
    }
    const { files, print, notes, problems } = await reportFiles(
      ports,
      state,
      () => ports.sources.notebook(notebook),
      config.signal
    );
    let paths: string[] = [];
    if (saving.download) {
      await page.download(files);
      paths = files.map(({ path }) => path);
    } else if (files.length > 0) {
      const done = await ports.write(saving.folder, files, config);
      if (done.refused !== null) {
        // Back to the card, for another name, another place, or to give up.
        if (done.refused) {
          say({ type: 'report-line', report, text: done.refused });
        }
        return { saving: null, savedWith: untraced.join() };
      }
      paths = done.paths;
    }
    const lines = [...notes, ...problems];
    for (const text of lines) {
      say({ type: 'report-line', report, text });
    }
    if (print !== null) {
      await page.print(print);
    }
    return {
      ended: {
        outcome: saving.download ? 'downloaded' : 'saved',
        // What the person reads at the end.
        reason: lines.join(' ')
      },
      result: {
        outcome: saving.download ? 'downloaded' : 'saved',
        kind: plan?.kind ?? '',
        title: plan?.title ?? '',
        paths,
        forms: saving.forms,
        sections: [],
        approved: true,
        changes: [],
        untraced: [],
        reason: ''
      }
    };
  };

/** Reports the result, to the person and to whoever asked for the report. */
export const finishNode =
  (ports: IReportPorts) =>
  async (state: ReportStateValue): Promise<ReportUpdate> => {
    const { report, plan, ended, draft, saving } = state;
    const outcome = ended?.outcome ?? 'failed';
    const isSaved = outcome === 'saved' || outcome === 'downloaded';
    const result: IReportResult = {
      outcome,
      kind: plan?.kind ?? 'general',
      title: plan?.title ?? '',
      paths: state.result?.paths ?? [],
      forms: isSaved ? (saving?.forms ?? []) : [],
      sections: plan ? sectionsOn(plan).map(({ title }) => title) : [],
      approved: isSaved,
      changes: state.changes,
      untraced:
        plan && draft !== ''
          ? untracedIn(
              (await reportDocument(state, draft, ports, isSaved)).numbers
            ).map(({ text }) => text)
          : [],
      reason: ended?.reason ?? ''
    };
    ports.say({ type: 'report-finished', report, result });
    return { result };
  };
