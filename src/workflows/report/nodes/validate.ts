import type { LangGraphRunnableConfig } from '@langchain/langgraph/web';

import {
  isWritten,
  reportPlan,
  type IAgentSettings,
  type IReportFinding,
  type IReportPlan,
  type ITranslator,
  type IUntracedNumber
} from '../../../contract';
import { envelope } from '../../../engine/calls/envelope';
import {
  estimatedPages,
  sectionTexts,
  sourceFaults,
  textFaults
} from '../../../report';
import {
  sectionsOn,
  reportDocument,
  untracedIn
} from '../judging/report-document';
import type { IReportPorts } from '../state/report-ports';
import type { ReportStateValue, ReportUpdate } from '../state/report-state';
import { blankSections, openBlanks } from './blanks';
import { failures, judgeChecklist, isFailed } from './check';

/** Checks the finished text against its plan. */
export const validateNode =
  (ports: IReportPorts) =>
  async (
    state: ReportStateValue,
    { signal }: LangGraphRunnableConfig
  ): Promise<ReportUpdate> => {
    const { draft, written, checklist, mended, hasMended } = state;
    const plan = reportPlan.parse(state.plan);
    const checks = ports.settings();
    const { findings, untraced } = await validateText(
      state,
      checks,
      ports.trans
    );
    // A text by a model that had seen values contains some, and may not be sent
    // in the mode "schemas only"; without it there is nothing to judge.
    const hasValues =
      Object.keys(state.filled).length > 0 ||
      Object.values(written).some(each => each.values !== false);
    const judged = await judgeChecklist(
      ports,
      checks.checklist ? checklist : [],
      'Check the document against each item of the checklist. Say for each whether it is met and in which section; where it is not, write a clause that could be put in. State no number in it.',
      schemasOnly =>
        schemasOnly && hasValues
          ? null
          : `The document:\n${envelope('report', draft)}`,
      signal
    );
    const planned = /\.docx$/i.test(state.template ?? '')
      ? blankSections(state.parts, plan)
      : new Map<string, string>();
    const { findings: blanks, fail } = failures('blank');
    for (const { label, required } of [
      ...openBlanks(state.parts, plan, state.filled),
      // Nobody writes these: no section is planned for them.
      ...state.parts.filter(part => isWritten(part) && !planned.has(part.name))
    ]) {
      if (required) {
        fail(
          'template',
          '',
          ports.trans.__('“%1” in the template is still empty.', label)
        );
      }
    }
    const all: IReportFinding[] = [...findings, ...blanks, ...judged];
    const open = new Set(all.filter(isFailed).map(keyOf));
    const gone = mended.filter(each => !open.has(keyOf(each)));
    return {
      untraced,
      findings: [
        ...all,
        ...(hasMended
          ? gone.map((each, at) => ({
              ...each,
              id: `mended-${at + 1}`,
              state: 'mended' as const,
              insert: null
            }))
          : [])
      ]
    };
  };

function keyOf({ check, section, text }: IReportFinding): string {
  // If a text is still too long, the sentence has other numbers.
  return JSON.stringify([check, section, check === 'length' ? '' : text]);
}

/**
 * Failed findings that can be sent back for one section, or for all: those
 * sections are written once more with the findings.
 */
export function mendable({
  plan,
  findings,
  hasMended
}: Pick<
  ReportStateValue,
  'plan' | 'findings' | 'hasMended'
>): IReportFinding[] {
  const titles = new Set(
    plan ? sectionsOn(plan).map(({ title }) => title) : []
  );
  return hasMended
    ? []
    : findings.filter(
        each => isFailed(each) && (titles.has(each.section) || isOfAll(each))
      );
}

/** Whether a finding is about the whole text: it is too long. */
export function isOfAll({ check }: IReportFinding): boolean {
  return check === 'length';
}

/**
 * Sends failed findings back once; what the model corrects is shown as
 * corrected.
 */
export const mendNode =
  () =>
  (state: ReportStateValue): ReportUpdate => {
    const failed = mendable(state);
    const titles = new Set(failed.map(({ section }) => section));
    const all = failed.some(isOfAll);
    return {
      hasMended: true,
      mended: failed,
      toWrite: sectionsOn(reportPlan.parse(state.plan))
        .filter(({ title }) => all || titles.has(title))
        .map(({ id }) => id)
    };
  };

/** The factor by which a text may exceed the requested length. */
const LENIENCE = 1.2;

/** Checks a finished text against its plan without asking a model. */
export async function validateText(
  state: Parameters<typeof reportDocument>[0] &
    Pick<ReportStateValue, 'draft' | 'written'>,
  checks: IAgentSettings['reports'],
  trans: ITranslator
): Promise<{ findings: IReportFinding[]; untraced: IUntracedNumber[] }> {
  const { draft: markdown, written } = state;
  const plan = reportPlan.parse(state.plan);
  const { document, problems, numbers, unsourced } = await reportDocument(
    state,
    markdown
  );
  const sections = sectionsOn(plan);
  const texts = sectionTexts(
    markdown,
    sections.map(({ title }) => title)
  );
  const { findings, fail } = failures('text');
  sections.forEach(({ id, title, required }, at) => {
    const text = texts.get(at) ?? '';
    if (written[id]?.plain) {
      fail(
        'writing',
        title,
        trans.__(
          'The model wrote nothing for “%1”, so its evidence is listed there.',
          title
        )
      );
    } else if (checks.complete && required && text.trim() === '') {
      fail('complete', title, trans.__('“%1” is empty.', title));
    }
    const { html, deadLinks } = sourceFaults(text);
    if (checks.complete && html) {
      fail(
        'writing',
        title,
        trans.__('“%1” contains HTML, which is shown as text.', title)
      );
    }
    for (const url of checks.links ? deadLinks : []) {
      fail(
        'links',
        title,
        trans.__('A link leads nowhere: “%1”', url.slice(0, 200))
      );
    }
  });
  const untraced = untracedIn(numbers);
  if (checks.numbers) {
    for (const each of numbers) {
      const { how, text, section, elsewhere, match, closest } = each;
      const place = match ?? closest;
      if (elsewhere && place) {
        fail(
          how === 'untraced' ? 'numbers' : 'references',
          section,
          trans.__(
            '%1 is not in %2, which its sentence refers to, but in %3.',
            text,
            elsewhere.join(', '),
            place.id
          )
        );
      } else if (how === 'untraced') {
        fail('numbers', section, trans.__('%1 is not in the evidence.', text));
      }
    }
    for (const { text, section } of unsourced) {
      fail(
        'references',
        section,
        trans.__('This states a number and names no evidence: “%1”', text)
      );
    }
  }
  if (checks.links) {
    for (const { text, written } of problems) {
      fail(
        'references',
        sectionOf(written, sections, texts),
        trans.__('%1 refers to evidence that does not exist.', text)
      );
    }
  }
  const faults = textFaults(document.tree);
  if (checks.figures) {
    for (const id of faults.withoutCaption) {
      fail(
        'figures',
        sectionOf(`(${id})`, sections, texts),
        trans.__('The figure %1 has no caption.', id)
      );
    }
  }
  if (checks.length && plan.length && faults.words > plan.length * LENIENCE) {
    fail(
      'length',
      '',
      trans.__(
        'The text has %1 words; at most %2 were asked for.',
        faults.words,
        plan.length
      )
    );
  }
  const pages = estimatedPages(document);
  if (checks.length && plan.pages !== null && pages > plan.pages) {
    fail(
      'length',
      '',
      trans.__(
        'The document has about %1 pages, with %2 words of text; the limit is %3.',
        pages,
        faults.words,
        plan.pages
      )
    );
  }
  return { findings, untraced };
}

function sectionOf(
  text: string,
  sections: IReportPlan['sections'],
  texts: ReadonlyMap<number, string>
): string {
  const at = [...texts].find(([, body]) => body.includes(text))?.[0];
  return at === undefined ? '' : sections[at].title;
}
