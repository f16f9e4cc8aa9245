import type { LangGraphRunnableConfig } from '@langchain/langgraph/web';
import { z } from 'zod';

import {
  MOST_SECTIONS,
  isWritten,
  reportPlan,
  reportSection,
  type IReportPart,
  type IReportPlan,
  type IReportSection,
  type IReportTemplateInfo,
  type IReportNotebook
} from '../../../contract';
import { spoken } from '../../../contract/text/spoken';
import { headline } from '../../../engine/context/notebook-context';
import { askCard } from '../../../engine/interrupts/ask-person';
import { envelope } from '../../../engine/calls/envelope';
import {
  BUILT_IN_TEMPLATES,
  documentWords,
  inLanguage,
  readTemplate,
  type IReportTemplate
} from '../../../report';
import { askIfPossible } from '../state/ask-as-allowed';
import type { IReportPorts } from '../state/report-ports';
import {
  type ReportStateValue,
  type ReportUpdate
} from '../state/report-state';
import { fileName } from '../../../contract/text/path-from-root';

const { title, audience, length, pages, forms, searches, kind, parts } =
  reportPlan.shape;
const draft = z.object({
  kind: kind.default('general'),
  title,
  /** Id of one that was listed. */
  template: z.string().max(400).default(''),
  audience,
  /** BCP 47. */
  language: z.string().default(''),
  /** In words. */
  length,
  pages,
  forms,
  /** Whether the notebook has to be searched. */
  searches,
  sections: z
    .array(
      z.object(
        reportSection.pick({ title: true, answers: true, search: true }).shape
      )
    )
    .min(1)
    .max(40),
  /**
   * Values for the blanks of a template, taken only from the person's words.
   */
  parts,
  missing: z.array(z.string()).max(10).default([])
});
type Draft = z.output<typeof draft>;

/** Words of a page that has a plot or a table as well. */
const PAGE_WORDS = 350;
/** The words that the title and what is said about the report take the place of. */
const FRAME_WORDS = 100;

/** Sections and checklist of a report without a template. */
const USUAL = readTemplate(BUILT_IN_TEMPLATES['analysis-report']);

/** The most characters, as in a plan. */
const MOST_KIND = 60;
const MOST_TITLE = 200;
const MOST_ANSWERS = 2000;

const INSTRUCTIONS = `Plan a document that is written from a notebook. Say what kind it is, its title, who reads it, its language (BCP 47), how many words or pages it may have and which formats it is saved in if the person said so, whether the notebook has to be searched for it, its sections (at most ${MOST_SECTIONS}) with what each must answer and the words to search for its evidence, and what you need to know and cannot find. Plan only: do not write it.`;

/** Plans the report, before any evidence is gathered. */
export const planningNode =
  (ports: IReportPorts) =>
  async (
    state: ReportStateValue,
    { signal }: LangGraphRunnableConfig
  ): Promise<ReportUpdate> => {
    const { notebook, prompt, planWords } = state;
    const { sources, trans } = ports;
    const templates =
      state.templates.length > 0
        ? state.templates
        : await sources.templates(notebook);
    // On later rounds, none was chosen on the card.
    const usual = state.templates.length === 0 ? ports.settings().template : '';
    let id = state.template ?? (usual || null);
    let template = await templateOf(id);
    const base = planOf(template, language(template?.language ?? ''));
    ports.say({
      type: 'report-started',
      report: state.report,
      title: base.title,
      notebook
    });
    const checklist = await sources.checklist(notebook);
    const updateOf = (plan: IReportPlan): ReportUpdate => ({
      startedAt: state.startedAt || Date.now(),
      template: template ? id : state.template,
      templates,
      parts: template?.parts ?? [],
      body: bodyIn(plan.language),
      checklist:
        template || checklist.length > 0
          ? [...(template?.checklist ?? []), ...checklist]
          : USUAL.checklist,
      planWords: '',
      accepted: false,
      approved: false
    });
    if (state.templateOnly && planWords === '') {
      return {
        ...updateOf(base),
        plan: base,
        planBy: template ? 'template' : 'default',
        missing: []
      };
    }
    const outline = notebookOutline(await sources.notebook());
    const value = await askIfPossible(ports, {
      name: 'report_plan',
      schema: draft,
      instructions: INSTRUCTIONS,
      prompt: () =>
        [
          `What the person wants: ${prompt || 'a report on the notebook.'}`,
          state.template && template
            ? envelope('template', templateWords(template))
            : `Templates, for when the person wants such a document; name the id of one, and take its sections:\n${envelope('template', templateList(templates))}${
                template ? `\nUnless another is wanted: ${id}` : ''
              }`,
          state.plan ? `The plan so far: ${JSON.stringify(state.plan)}` : '',
          planWords ? `What to change: ${planWords}` : '',
          envelope('notebook', outline)
        ]
          .filter(Boolean)
          .join('\n\n'),
      temperature: 0,
      signal
    });
    if (!value) {
      ports.say({
        type: 'report-line',
        report: state.report,
        text:
          value === null
            ? trans.__(
                'The model did not give a usable plan, so this one was made without it.'
              )
            : trans.__(
                'The model could not be reached. This plan was made without it.'
              )
      });
    }
    const named = templates.find(each => each.id === value?.template)?.id;
    if (state.template === null && named !== undefined && named !== id) {
      template = await templateOf(named);
      id = named;
    }
    const plan = value
      ? planFrom(value, template, state.plan)
      : (state.plan ?? base);
    return {
      ...updateOf(plan),
      plan,
      planBy: value ? 'model' : 'default',
      missing: value?.missing ?? []
    };

    function language(wish: string, before?: IReportPlan | null): string {
      const known = reportPlan.shape.language;
      return (
        [wish, template?.language, before?.language, ports.language()].find(
          each => known.safeParse(each).success
        ) ?? 'en'
      );
    }

    /** The headings of a person's own template stay as they are. */
    function isOurs(): boolean {
      return (
        template === null ||
        (id !== null && Object.hasOwn(BUILT_IN_TEMPLATES, id))
      );
    }

    function bodyIn(to: string): string {
      const body = template?.body ?? '';
      return isOurs()
        ? body.replace(/^[A-Z]\w+: (?=\{\{)/gm, label => inLanguage(label, to))
        : body;
    }

    async function templateOf(
      id: string | null
    ): Promise<IReportTemplate | null> {
      if (id === null) {
        return null;
      }
      try {
        const read = await sources.template(id);
        if (read.form !== 'docx') {
          return readTemplate(read.text);
        }
        const { readDocxTemplate } = await import('../../../report/lazy-chunk');
        return docxTemplate(id, await readDocxTemplate(read.bytes));
      } catch (error) {
        console.warn('Cellwright: a template could not be read', id, error);
        ports.say({
          type: 'report-line',
          report: state.report,
          text: trans.__(
            'The template %1 cannot be used: “%2”',
            spoken(id),
            error instanceof Error ? error.message : String(error)
          )
        });
        return null;
      }
    }

    /**
     * The plan without a model: the template's sections, or those that every
     * report has.
     */
    function planOf(from: IReportTemplate | null, to: string): IReportPlan {
      const own = (from ?? USUAL).sections.filter(({ title }) => title.trim());
      const { sections } = own.length > 0 ? { sections: own } : USUAL;
      const words = (text: string): string =>
        isOurs() || own.length === 0 ? inLanguage(text, to) : text;
      if (own.length > MOST_SECTIONS) {
        ports.say({
          type: 'report-line',
          report: state.report,
          text: trans.__(
            'The template has %1 sections; the first %2 are kept.',
            own.length,
            MOST_SECTIONS
          )
        });
      }
      return {
        kind: cut(from?.kind ?? '', MOST_KIND) || 'general',
        title: cut(
          words(from?.title.trim() ?? '') ||
            documentWords(to, trans).__(
              'Report on %1',
              spoken(fileName(notebook))
            ),
          MOST_TITLE
        ),
        audience: '',
        language: to,
        length: null,
        pages: null,
        forms: [],
        sections: sections
          .slice(0, MOST_SECTIONS)
          .map(({ title, answers, required }, at) => ({
            id: `s${at + 1}`,
            title: cut(words(title), MOST_TITLE),
            answers: cut(answers, MOST_ANSWERS),
            search: [],
            required,
            on: true
          })),
        searches: true,
        files: state.plan?.files ?? [],
        parts: state.plan?.parts ?? {}
      };
    }

    function planFrom(
      value: Draft,
      from: IReportTemplate | null,
      before: IReportPlan | null
    ): IReportPlan {
      const to = language(value.language, before);
      const plain = planOf(from, to);
      // The template sets the sections; the model only says what they need.
      const isGiven = from?.sections.some(({ title }) => title.trim());
      const sections: IReportSection[] = isGiven
        ? plain.sections.map((section, at) => {
            const own =
              value.sections.find(({ title }) =>
                [title, inLanguage(title, to)].includes(section.title)
              ) ??
              // In another language, they have the same order.
              (value.sections.length === plain.sections.length
                ? value.sections[at]
                : undefined);
            return {
              ...section,
              answers: [section.answers, own?.answers ?? '']
                .filter((answers, at, all) => all.indexOf(answers) === at)
                .join(' ')
                .trim()
                .slice(0, MOST_ANSWERS),
              search: own?.search ?? []
            };
          })
        : value.sections.slice(0, MOST_SECTIONS).map((section, at) => ({
            ...section,
            answers: section.answers.slice(0, 2000),
            id:
              before?.sections.find(({ title }) => title === section.title)
                ?.id ?? `s${firstFree(before) + at}`,
            required: true,
            on: true
          }));
      const names = new Set(from?.parts.map(({ name }) => name));
      return reportPlan.parse({
        ...plain,
        kind: from ? plain.kind : value.kind,
        title: value.title,
        audience: value.audience,
        language: to,
        length:
          value.length ??
          (value.pages && value.pages * PAGE_WORDS - FRAME_WORDS),
        pages: value.pages,
        forms: value.forms,
        searches: value.searches,
        sections,
        parts: {
          ...Object.fromEntries(
            Object.entries(value.parts).filter(([name]) => names.has(name))
          ),
          ...plain.parts
        }
      });
    }
  };

/** The next free number, so that no id is used for two sections of a report. */
function firstFree(before: IReportPlan | null): number {
  return (
    1 +
    Math.max(
      0,
      ...(before?.sections ?? []).map(({ id }) => Number(id.slice(1)) || 0)
    )
  );
}

/** A text from a file may have any length. */
function cut(text: string, most: number): string {
  return text.trim().slice(0, most).trim();
}

/** What each is for; what a file is for shows in its name. */
function templateList(templates: readonly IReportTemplateInfo[]): string {
  return templates
    .map(({ id, title }) =>
      Object.hasOwn(BUILT_IN_TEMPLATES, id)
        ? `${id}: ${title}, with ${readTemplate(BUILT_IN_TEMPLATES[id])
            .sections.map(section => section.title)
            .join('; ')}`
        : `${id}: ${title}`
    )
    .join('\n');
}

function templateWords({ title, sections, parts }: IReportTemplate): string {
  return [
    `The template${title ? ` “${title}”` : ''} gives the sections; keep their titles and their order.`,
    ...sections.map(each => `- ${each.title}: ${each.answers}`),
    parts.length > 0
      ? `Its blanks, to be filled from the person's words alone: ${parts.map(({ name }) => name).join(', ')}`
      : ''
  ]
    .filter(Boolean)
    .join('\n');
}

/**
 * A Word document: a placeholder alone in its paragraph is written as a
 * section, the others are asked for.
 */
function docxTemplate(
  id: string,
  placeholders: readonly (IReportPart & { isBlock: boolean })[]
): IReportTemplate {
  const written = placeholders.filter(isWritten);
  const file = fileName(id);
  return {
    title: file.replace(/\.docx$/i, ''),
    kind: 'document',
    language: null,
    sections: written.map(({ name, label, type, required }) => ({
      title: label,
      answers:
        type === 'section'
          ? ''
          : `Only the ${type} for “${name}”: ![caption](e1) alone in a paragraph, and no other words.`,
      required
    })),
    checklist: [],
    parts: placeholders.map(({ name, label, type, required, choices }) => ({
      name,
      label,
      type,
      required,
      choices
    })),
    body: '{{sections}}'
  };
}

/**
 * The first card. No evidence is gathered before it is accepted; if nobody
 * answers it, that is not consent.
 */
export const planCardNode =
  ({ trans, sources }: IReportPorts) =>
  async (
    state: ReportStateValue,
    config: LangGraphRunnableConfig
  ): Promise<ReportUpdate> => {
    const { planBy, missing, template, templates, parts } = state;
    const plan = reportPlan.parse(state.plan);
    const answer = askCard(config, {
      kind: 'report-plan',
      title: trans.__('The report'),
      text: '',
      plan,
      by: planBy,
      missing,
      template,
      templates,
      parts
    });
    switch (answer?.action) {
      case 'accept': {
        const { kernel } = await sources.notebook();
        // If the notebook is searched, its packages are read then.
        const { versions, missing } = answer.plan.searches
          ? { versions: {}, missing: '' }
          : await sources.packages();
        return {
          accepted: true,
          // Other words on the card are another length.
          plan:
            answer.plan.length === plan.length
              ? answer.plan
              : { ...answer.plan, pages: null },
          kernel: kernel?.name ?? '',
          packages: versions,
          packagesMissing: missing,
          changes:
            JSON.stringify(answer.plan) === JSON.stringify(state.plan)
              ? []
              : [trans.__('The plan was changed by hand.')]
        };
      }
      case 'change':
        return {
          planWords: answer.words,
          ...(answer.template !== undefined && {
            template: answer.template,
            plan: null,
            templateOnly: answer.words === ''
          })
        };
      default:
        return {
          ended: { outcome: 'rejected', reason: answer?.reason ?? '' }
        };
    }
  };

const MAX_COUNT = 120;
const LINE = 160;

/**
 * A notebook's headings, and a line of each cell; of a long notebook evenly,
 * headings first.
 */
export function notebookOutline({
  path,
  cells,
  kernel
}: IReportNotebook): string {
  const lines = cells.flatMap(({ type, source, outputs }) => {
    const first = headline({ type, source }).slice(0, LINE);
    return first === ''
      ? []
      : type === 'markdown'
        ? [first]
        : [`code: ${first}${outputs.length > 0 ? ' (has output)' : ''}`];
  });
  return [
    `${path}, ${cells.length} cells${kernel ? `, ${kernel.name}` : ''}`,
    ...(lines.length > MAX_COUNT ? sampled(lines) : lines)
  ].join('\n');
}

function sampled(lines: readonly string[]): string[] {
  const at = lines.map((_, index) => index);
  const headings = at.filter(index => lines[index].startsWith('#'));
  const others = at.filter(index => !lines[index].startsWith('#'));
  const shown = new Set([
    ...evenly(headings, MAX_COUNT),
    ...evenly(others, Math.max(0, MAX_COUNT - headings.length))
  ]);
  return [
    ...lines.filter((_, index) => shown.has(index)),
    `(${lines.length - shown.size} more lines are left out, evenly)`
  ];
}

function evenly<T>(all: readonly T[], most: number): T[] {
  const step = Math.max(1, all.length / most);
  return all.filter(
    (_, at) => most > 0 && Math.floor(at / step) !== Math.floor((at - 1) / step)
  );
}
