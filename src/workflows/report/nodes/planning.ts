import type { LangGraphRunnableConfig } from '@langchain/langgraph/web';
import { z } from 'zod';

import {
  MOST_SECTIONS,
  reportPlan,
  type IReportPart,
  type IReportPlan,
  type IReportSection
} from '../../../contract';
import { envelope } from '../../../engine/tool-calls/envelope';
import { readTemplate, type IReportTemplate } from '../../../report';
import { askStructured } from '../../plan/ask-structured';
import { requestMessages } from '../../plan/texts';
import { cachedModel } from '../asking/cached-model';
import { isWritten } from '../judging/fill-blanks';
import { notebookOutline } from '../judging/notebook-outline';
import type { IReportPorts } from '../state/report-ports';
import type { ReportStateValue, ReportUpdate } from '../state/report-state';

const draft = z.object({
  kind: z.string().trim().min(1).max(60).default('general'),
  title: z.string().trim().min(1).max(200),
  audience: z.string().max(400).default(''),
  /** BCP 47. */
  language: z.string().default(''),
  /** In words. */
  length: z.number().int().min(50).max(20_000).nullable().default(null),
  /** Whether the notebook has to be searched. */
  searches: z.boolean().default(true),
  sections: z
    .array(
      z.object({
        title: z.string().trim().min(1).max(200),
        answers: z.string().max(2000).default(''),
        search: z.array(z.string().trim().min(1).max(80)).max(20).default([])
      })
    )
    .min(1)
    .max(40),
  /**
   * Values for the blanks of a template, taken only from the person's words.
   */
  parts: z.record(z.string(), z.string().max(4000)).default({}),
  missing: z.array(z.string()).max(10).default([])
});
type Draft = z.output<typeof draft>;

/** The most characters, as in a plan. */
const MOST_KIND = 60;
const MOST_TITLE = 200;
const MOST_ANSWERS = 2000;

const INSTRUCTIONS = `Plan a document that is written from a notebook. Say what kind it is, its title, who reads it, its language (BCP 47), how many words it may have if the person said so, whether the notebook has to be searched for it, its sections (at most ${MOST_SECTIONS}) with what each must answer and the words to search for its evidence, and what you need to know and cannot find. Plan only: do not write it.`;

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
    const template = await templateOf(state.template);
    const base = planOf(template);
    ports.say({
      type: 'report-started',
      report: state.report,
      title: base.title,
      notebook
    });
    const update: ReportUpdate = {
      startedAt: state.startedAt || ports.now(),
      templates,
      parts: template?.parts ?? [],
      body: template?.body ?? '',
      checklist: [
        ...(template?.checklist ?? []),
        ...(await sources.checklist(notebook))
      ],
      planWords: '',
      accepted: false,
      approved: false
    };
    if (state.quiet && planWords === '') {
      return {
        ...update,
        plan: base,
        planBy: template ? 'template' : 'default',
        missing: []
      };
    }
    const { model, fresh } = cachedModel(ports.model, state.answers);
    const { value, line } = await askStructured<Draft | null>(model, {
      name: 'report_plan',
      schema: draft,
      messages: requestMessages(
        ports,
        INSTRUCTIONS,
        [
          `What the person wants: ${prompt || 'a report on the notebook.'}`,
          template ? envelope('template', templateWords(template)) : '',
          state.plan ? `The plan so far: ${JSON.stringify(state.plan)}` : '',
          planWords ? `What to change: ${planWords}` : '',
          envelope(
            'notebook',
            notebookOutline(await sources.notebook(notebook))
          )
        ]
          .filter(Boolean)
          .join('\n\n')
      ),
      fallback: null,
      line: trans.__(
        'The model did not give a usable plan, so this one was made without it.'
      ),
      short: false,
      temperature: 0,
      signal
    }).catch((error: unknown) => {
      signal?.throwIfAborted();
      console.warn('Cellwright: a report was planned without a model', error);
      return {
        value: null,
        line: trans.__(
          'The model could not be reached. This plan was made without it.'
        )
      };
    });
    if (line) {
      ports.say({ type: 'report-line', report: state.report, text: line });
    }
    return {
      ...update,
      answers: fresh,
      plan: value
        ? planFrom(value, template, base, state.plan)
        : (state.plan ?? base),
      planBy: value ? 'model' : 'default',
      missing: value?.missing ?? []
    };

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
            'The template %1 cannot be used: %2',
            id,
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
    function planOf(from: IReportTemplate | null): IReportPlan {
      const own = (from?.sections ?? []).filter(({ title }) => title.trim());
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
      const sections: { title: string; answers: string; required?: boolean }[] =
        own.length > 0
          ? own.slice(0, MOST_SECTIONS)
          : [
              {
                title: trans.__('Summary'),
                answers: trans.__('What was found, in a few sentences.')
              },
              {
                title: trans.__('Data'),
                answers: trans.__(
                  'Where the data comes from, how many rows it has, what is missing.'
                )
              },
              {
                title: trans.__('Results'),
                answers: trans.__('What was found, with tables and plots.')
              },
              {
                title: trans.__('Limits'),
                answers: trans.__('What the results do not say.')
              }
            ];
      return {
        kind: cut(from?.kind ?? '', MOST_KIND) || 'general',
        title: cut(
          from?.title.trim() ||
            trans.__('Report on %1', notebook.split('/').at(-1) ?? notebook),
          MOST_TITLE
        ),
        audience: '',
        language: languageOr(from?.language ?? '', ports.language()),
        length: null,
        sections: sections.map(({ title, answers, required }, at) => ({
          id: `s${at + 1}`,
          title: cut(title, MOST_TITLE),
          answers: cut(answers, MOST_ANSWERS),
          search: [],
          required: required !== false,
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
      plain: IReportPlan,
      before: IReportPlan | null
    ): IReportPlan {
      // The template sets the sections; the model only says what they need.
      const isGiven = from?.sections.some(({ title }) => title.trim());
      const sections: IReportSection[] = isGiven
        ? plain.sections.map(section => {
            const own = value.sections.find(
              ({ title }) => title.trim() === section.title
            );
            return {
              ...section,
              answers: section.answers || (own?.answers ?? ''),
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
        language: languageOr(
          value.language,
          from?.language ?? before?.language ?? ports.language()
        ),
        length: value.length,
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

function languageOr(wish: string, otherwise: string): string {
  const known = reportPlan.shape.language;
  return [wish, otherwise].find(each => known.safeParse(each).success) ?? 'en';
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
  const file = id.split('/').at(-1) ?? id;
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
