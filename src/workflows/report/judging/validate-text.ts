import type {
  IEvidence,
  IReportFinding,
  IReportPlan,
  IReportSettings,
  ITranslator,
  IUntracedNumber
} from '../../../contract';
import {
  readReport,
  sectionTexts,
  sourceFaults,
  textFaults,
  traceNumbers
} from '../../../report';
import type { IWrittenSection } from '../state/report-state';
import { sectionsOn } from './assemble';

export interface IValidated {
  findings: IReportFinding[];
  untraced: IUntracedNumber[];
}

/** The factor by which a text may exceed the requested length. */
const LENIENCE = 1.2;

/** Checks a finished text against its plan without asking a model. */
export function validateText(
  markdown: string,
  plan: IReportPlan,
  evidence: readonly IEvidence[],
  written: Readonly<Record<string, IWrittenSection>>,
  checks: IReportSettings['checks'],
  trans: ITranslator
): IValidated {
  const { tree, problems } = readReport(markdown, evidence, plan.language);
  const sections = sectionsOn(plan);
  const texts = sectionTexts(
    markdown,
    sections.map(({ title }) => title)
  );
  const findings: Omit<IReportFinding, 'id' | 'state' | 'insert'>[] = [];
  sections.forEach(({ id, title, required }, at) => {
    const text = texts.get(at) ?? '';
    if (written[id]?.plain) {
      findings.push({
        check: 'writing',
        section: title,
        text: trans.__(
          'The model wrote nothing for “%1”, so its evidence is listed there.',
          title
        )
      });
    } else if (checks.complete && required && text.trim() === '') {
      findings.push({
        check: 'complete',
        section: title,
        text: trans.__('“%1” is empty.', title)
      });
    }
    const { html, deadLinks } = sourceFaults(text);
    if (checks.complete && html) {
      findings.push({
        check: 'writing',
        section: title,
        text: trans.__('“%1” contains HTML, which is shown as text.', title)
      });
    }
    for (const url of checks.links ? deadLinks : []) {
      findings.push({
        check: 'links',
        section: title,
        text: trans.__('A link leads nowhere: %1', url.slice(0, 200))
      });
    }
  });
  const untracedIn = (text: string, section: string): IUntracedNumber[] =>
    traceNumbers(
      readReport(text, evidence, plan.language).tree,
      evidence,
      plan.language
    ).numbers.flatMap(({ how, text: number, context, closest }) =>
      how === 'untraced' ? [{ text: number, context, section, closest }] : []
    );
  const untraced = sections.flatMap(({ title }, at) =>
    untracedIn(texts.get(at) ?? '', title)
  );
  // Text of the template and its blanks is not part of a section.
  const counted = untraced.map(({ text }) => text);
  for (const each of untracedIn(markdown, '')) {
    const place = counted.indexOf(each.text);
    if (place < 0) {
      untraced.push(each);
    } else {
      counted.splice(place, 1);
    }
  }
  if (checks.numbers) {
    for (const { text, section } of untraced) {
      findings.push({
        check: 'numbers',
        section,
        text: trans.__('%1 is not in the evidence.', text)
      });
    }
  }
  if (checks.links) {
    for (const { text } of problems) {
      findings.push({
        check: 'references',
        section: sectionOf(text, sections, texts),
        text: trans.__('%1 refers to evidence that does not exist.', text)
      });
    }
  }
  const faults = textFaults(tree);
  if (checks.figures) {
    for (const id of faults.withoutCaption) {
      findings.push({
        check: 'figures',
        section: sectionOf(`(${id})`, sections, texts),
        text: trans.__('The figure %1 has no caption.', id)
      });
    }
  }
  if (checks.length && plan.length && faults.words > plan.length * LENIENCE) {
    findings.push({
      check: 'length',
      section: '',
      text: trans.__(
        'The text has %1 words; at most %2 were asked for.',
        faults.words,
        plan.length
      )
    });
  }
  return {
    findings: findings.map((each, at) => ({
      ...each,
      id: `text-${at + 1}`,
      state: 'failed',
      insert: null
    })),
    untraced
  };
}

function sectionOf(
  text: string,
  sections: IReportPlan['sections'],
  texts: ReadonlyMap<number, string>
): string {
  const at = [...texts].find(([, body]) => body.includes(text))?.[0];
  return at === undefined ? '' : sections[at].title;
}
