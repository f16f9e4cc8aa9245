import {
  reportPlan,
  type IReportFinding,
  type IReportPlan,
  type IReportSettings,
  type IUntracedNumber
} from '../../../contract';
import {
  estimatedPages,
  sectionTexts,
  sourceFaults,
  textFaults
} from '../../../report';
import type { IReportPorts } from '../state/report-ports';
import type { ReportStateValue } from '../state/report-state';
import { sectionsOn } from './assemble';
import { reportDocument, untracedIn } from './report-document';

export interface IValidated {
  findings: IReportFinding[];
  untraced: IUntracedNumber[];
}

/** The factor by which a text may exceed the requested length. */
const LENIENCE = 1.2;

/** Checks a finished text against its plan without asking a model. */
export async function validateText(
  state: Parameters<typeof reportDocument>[0] &
    Pick<ReportStateValue, 'draft' | 'written'>,
  checks: IReportSettings['checks'],
  { trans, person }: Pick<IReportPorts, 'trans' | 'person'>
): Promise<IValidated> {
  const { draft: markdown, written } = state;
  const plan = reportPlan.parse(state.plan);
  const { document, problems, numbers, unsourced } = await reportDocument(
    state,
    markdown,
    { person },
    false
  );
  const sections = sectionsOn(plan);
  const texts = sectionTexts(
    markdown,
    sections.map(({ title }) => title)
  );
  const findings: IReportFinding[] = [];
  const fail = (
    check: IReportFinding['check'],
    section: string,
    text: string
  ): void => {
    const id = `text-${findings.length + 1}`;
    findings.push({ id, check, state: 'failed', section, text, insert: null });
  };
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
    for (const { text, section } of untraced) {
      fail('numbers', section, trans.__('%1 is not in the evidence.', text));
    }
    for (const { text, section, elsewhere, match } of numbers) {
      if (elsewhere && match) {
        fail(
          'references',
          section,
          trans.__(
            '%1 is not in %2, which its sentence refers to, but in %3.',
            text,
            elsewhere.join(', '),
            match.id
          )
        );
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
        'The document has about %1 pages; %2 were asked for.',
        pages,
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
