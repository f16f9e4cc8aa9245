import type { LangGraphRunnableConfig } from '@langchain/langgraph/web';
import { z } from 'zod';

import {
  reportPlan,
  type IEvidence,
  type IEvidenceSection,
  type IReportFinding,
  type ITranslator,
  type IEvidencePiece
} from '../../../contract';
import { envelope } from '../../../engine/calls/envelope';
import { evidenceDigest } from '../judging/evidence-digest';
import { sectionsOn, usedEvidence } from '../judging/report-document';
import { askIfPossible } from '../state/ask-as-allowed';
import type { IReportPorts } from '../state/report-ports';
import type { ReportStateValue, ReportUpdate } from '../state/report-state';

const MAX_CHARACTERS = 500;

/**
 * Checks whether the evidence has what a report needs, before any text is
 * written.
 */
export const checkNode =
  (ports: IReportPorts) =>
  async (
    state: ReportStateValue,
    { signal }: LangGraphRunnableConfig
  ): Promise<ReportUpdate> => {
    const { report, grouped, checklist } = state;
    const plan = reportPlan.parse(state.plan);
    const approved = usedEvidence(state);
    const judged = await judgeChecklist(
      ports,
      ports.settings().checklist ? checklist : [],
      'The document is not written yet. Say for each item of the checklist whether the evidence has what it asks for; an item about the wording alone is met.',
      schemasOnly =>
        `The evidence that the document will be written from:\n${evidenceDigest(
          approved,
          { schemasOnly, most: MAX_CHARACTERS }
        )}`,
      signal
    );
    const concerns: IReportFinding[] = [
      ...(plan.searches ? checkEvidence(grouped, approved, ports.trans) : []),
      ...judged.map(each => ({ ...each, id: `before-${each.id}` }))
    ];
    const open = concerns.filter(isFailed).length;
    if (open > 0) {
      // Reported before any text is written, for a person who would rather stop
      // here.
      ports.say({
        type: 'report-line',
        report,
        text: ports.trans._n(
          'The check of the evidence found %1 thing. It will be listed beside the report.',
          'The check of the evidence found %1 things. They will be listed beside the report.',
          open
        )
      });
    }
    return {
      concerns,
      toWrite: sectionsOn(plan).map(({ id }) => id),
      hasMended: false,
      mended: []
    };
  };

/** Findings about the evidence, before any text is written. */
function checkEvidence(
  sections: readonly IEvidenceSection[],
  pieces: readonly IEvidence[],
  trans: ITranslator
): IReportFinding[] {
  const { findings, fail } = failures('evidence');
  for (const { title, pieces: own } of sections) {
    if (own.length === 0) {
      fail('evidence', title, trans.__('“%1” has no evidence.', title));
    }
  }
  const personal = pieces.filter(each => personalData(each).length > 0);
  if (personal.length > 0) {
    fail(
      'personal',
      '',
      trans.__(
        'This evidence may name people: %1.',
        personal.map(({ id }) => id).join(', ')
      )
    );
  }
  return findings;
}

/** A list of what did not pass, and what adds to it. */
export function failures(prefix: string) {
  const findings: IReportFinding[] = [];
  const fail = (
    check: IReportFinding['check'],
    section: string,
    text: string
  ): void => {
    const id = `${prefix}-${findings.length + 1}`;
    findings.push({ id, check, state: 'failed', section, text, insert: null });
  };
  return { findings, fail };
}

export function isFailed({ state }: IReportFinding): boolean {
  return state === 'failed';
}

const verdicts = z.object({
  items: z.array(
    z.object({
      /** Number of the item, from 1. */
      number: z.number().int().min(1),
      met: z.boolean(),
      /** Title of the section in which it is met, or should be. */
      where: z.string().max(200).default(''),
      /** A sentence or two that could be inserted, in Markdown. */
      insert: z.string().max(2000).default('')
    })
  )
});

/**
 * Checks a checklist item by item. An item that nobody judged is not met; if the
 * request fails, there are no findings.
 *
 * @param instructions what the verdicts are about.
 * @param material what is checked, with a heading that says what it is; null if
 * no model may be sent it.
 */
export async function judgeChecklist(
  ports: IReportPorts,
  items: readonly string[],
  instructions: string,
  material: (schemasOnly: boolean) => string | null,
  signal?: AbortSignal
): Promise<IReportFinding[]> {
  if (items.length === 0) {
    return [];
  }
  const answer =
    material(ports.schemasOnly()) === null
      ? null
      : await askIfPossible(ports, {
          name: 'checklist',
          schema: verdicts,
          instructions,
          prompt: schemasOnly =>
            `The checklist:\n${envelope('checklist', items.map((item, at) => `${at + 1}. ${item}`).join('\n'))}\n\n${material(schemasOnly) ?? 'The document is withheld.'}`,
          temperature: 0,
          signal
        });
  if (answer === undefined) {
    return [];
  }
  return items.map((item, at) => {
    const verdict = answer?.items.find(({ number }) => number === at + 1);
    const met = verdict?.met === true;
    return {
      id: `checklist-${at + 1}`,
      check: 'checklist',
      state: met ? 'met' : 'failed',
      text:
        verdict === undefined
          ? ports.trans.__('Not checked: “%1”', item)
          : item,
      section: verdict?.where ?? '',
      insert: met ? null : verdict?.insert.trim() || null
    };
  });
}

type Personal = IEvidencePiece['personal'][number];

/** From the sign on: what stands before it may be long. */
const ADDRESS =
  /(?<=[\p{L}\p{N}._%+-])@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,8}/u;
/**
 * Only with a country or area code, since digits alone may be a measurement.
 */
const PHONE = /(?:\+\d{1,3}[ \d()/-]{6,16}\d|\(\d{2,5}\)[ \d/-]{5,14}\d)/;
/** Headings of columns that name people, in several languages. */
const NAMES =
  /^(?:(?:first|last|full|sur|family|given|user|patient|customer|client|employee|person)[ _-]?name|(?:vor|nach|benutzer)name|prénom|nom|nombre|apellidos?|name|naam|nome|cognome)$/i;

/**
 * What in a piece may identify a person. It is only pointed out; the reader
 * decides.
 */
export function personalData({ content }: IEvidence): Personal[] {
  const { header, rows } =
    content.kind === 'table'
      ? content.table
      : { header: [], rows: content.kind === 'plot' ? [] : [[content.text]] };
  const found: Record<Personal, boolean> = {
    name: header.flat().some(cell => NAMES.test(cell.trim())),
    'e-mail': rows.flat().some(text => ADDRESS.test(text)),
    phone: rows.flat().some(text => PHONE.test(text))
  };
  return (Object.keys(found) as Personal[]).filter(what => found[what]);
}
