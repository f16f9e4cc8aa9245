import {
  INTERRUPT,
  MemorySaver,
  isInterrupted
} from '@langchain/langgraph/web';

import {
  DEFAULT_SETTINGS,
  ENGLISH,
  hashText,
  type IReportCell,
  type IReportFile,
  type IReportNotebook,
  type IReportSettings,
  type InterruptPayload,
  type ITypesetSource,
  type ReportEvent,
  type TypesetResult
} from '../../../contract';
import { askPerson } from '../../../engine/graph-interrupts/ask-person';
import { BUILT_IN_TEMPLATES } from '../../../report';
import { FakeReportPage } from '../../../testing/workflows/fake-report-page';
import type { AnswerShape, IPlanMessage } from '../../plan/host-model';
import { reportGraph } from '../report-graph';
import type { IReportPackages, IReportText } from '../host/host-sources';
import type { ReportTemplateText } from '../host/template-files';
import type { ReportStateValue } from '../state/report-state';

/** A PNG of one pixel. */
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mP8/x8AAwMCAO+ip1sAAAAASUVORK5CYII=';

export interface IPause<K extends InterruptPayload['kind']> {
  id: string;
  value: Extract<InterruptPayload, { kind: K }>;
}

type AnyPause = { id: string; value: InterruptPayload };

export function codeCell(
  id: string,
  source: string,
  outputs: IReportCell['outputs'],
  more: Partial<IReportCell> = {}
): IReportCell {
  return {
    id,
    type: 'code',
    source,
    executionCount: 1,
    outputs,
    run: { hash: hashText(source), kernel: 'k1', at: '2026-11-22T10:00:00Z' },
    ...more
  };
}

export const PENGUINS: IReportCell[] = [
  {
    id: 'head',
    type: 'markdown',
    source: '# Penguins of the Palmer islands',
    executionCount: null,
    outputs: [],
    run: null
  },
  codeCell('count', '# Number of rows\nprint(len(df))', [
    { type: 'stream', name: 'stdout', text: 'rows 344\n' }
  ]),
  codeCell('mean', '# Mean body mass by species\ndf.groupby()', [
    {
      type: 'data',
      result: true,
      data: {
        'text/html':
          '<table><thead><tr><th>species</th><th>body_mass_g</th></tr></thead><tr><td>Adelie</td><td>3700.66</td></tr><tr><td>Gentoo</td><td>5076.02</td></tr></table>'
      }
    }
  ]),
  codeCell('plot', '# Histogram of body mass\ndf.hist()', [
    { type: 'data', result: false, data: { 'image/png': PNG } }
  ])
];

const PLAN = {
  kind: 'report',
  title: 'Penguin mass',
  audience: 'Zoo keepers',
  language: 'en',
  length: null,
  searches: true,
  sections: [
    { title: 'Data', answers: 'How many rows there are.', search: ['rows'] },
    { title: 'Result', answers: 'The body mass.', search: ['mass'] }
  ],
  parts: {},
  missing: []
};

/** A report's graph with fake ports and a real saver. */
export class ReportBench {
  /** Answers by name of the request; the last one is repeated. */
  answers: Record<string, unknown[]> = {
    report_plan: [PLAN],
    group_evidence: [
      {
        sections: [
          { number: 1, pieces: ['e2'], summary: 'There are rows. [[e2]]' },
          { number: 2, pieces: ['e3', 'e4'], summary: 'Gentoo weigh most.' }
        ]
      }
    ],
    change_evidence: [
      {
        sections: [
          { number: 1, pieces: ['e2', 'e1'], summary: '' },
          { number: 2, pieces: ['e3'], summary: '' }
        ]
      }
    ],
    checklist: [{ items: [] }]
  };

  /** By title of the section: its texts; the last one is repeated. */
  texts: Record<string, string[]> = {
    Data: ['There are {{e2.value}} penguins[[e2]].'],
    Result: [
      'Gentoo weigh {{e3.r2c2:0}} g[[e3]].\n\n![Mass by species](e3)\n\n![Histogram](e4)'
    ]
  };

  settings: IReportSettings = structuredClone(DEFAULT_SETTINGS.reports);
  schemasOnly = false;
  cells: IReportCell[] = PENGUINS;
  files: Record<string, string> = {};
  conversations: IReportText[] = [];
  checklist: string[] = [];
  packages: IReportPackages = { versions: { pandas: '3.1.1' }, missing: '' };
  /** The kernel's reply to a request for a PDF. */
  typeset: (source: ITypesetSource) => TypesetResult = () => ({
    missing: 'There is no typst.'
  });

  templates: Record<string, ReportTemplateText> = Object.fromEntries(
    Object.entries(BUILT_IN_TEMPLATES).map(([id, text]) => [
      id,
      { form: 'markdown', text }
    ])
  );

  /** Names of requests, and titles of sections, that fail. */
  failing: string[] = [];
  /** The person's answer to the card of files. */
  filesAllowed = true;
  /** Called during a node's work, to make it fail. */
  onAsk: (name: string) => void = () => {};
  /** Called before a request is prepared or sent. */
  onHas: () => void = () => {};
  readonly requests: { name: string; text: string; temperature?: number }[] =
    [];

  readonly events: ReportEvent[] = [];
  readonly written: IReportFile[] = [];
  readonly downloaded: IReportFile[] = [];
  readonly printed: string[] = [];
  readonly ran: string[][] = [];
  /** Answers by question, as the log of a thread has them. */
  private readonly _given = new Map<string, unknown>();
  private readonly _config = {
    configurable: { thread_id: 't', answers: this._given }
  };
  private readonly _saver = new MemorySaver();
  private _time = Date.parse('2026-11-23T03:00:00Z');
  private _stopping = new AbortController();
  private _graph = this._build();

  start(more: object = {}): Promise<AnyPause[]> {
    return this._go({
      report: 'r',
      notebook: 'work/penguins.ipynb',
      prompt: 'A report for the zoo',
      ...more
    });
  }

  /** Continues as another page: nothing in memory but what the saver has. */
  reload(): void {
    this._graph = this._build();
  }

  answer({ value }: AnyPause, answer: unknown): Promise<AnyPause[]> {
    this._given.set(value.interrupt_id, answer);
    return this._go(null);
  }

  async acceptPlan(more: object = {}): Promise<IPause<'evidence'>> {
    const [pause] = await this.start(more);
    return this.accepted(pause);
  }

  async accepted(
    pause: AnyPause,
    plan: object = {}
  ): Promise<IPause<'evidence'>> {
    const { hash, plan: shown } = (pause as IPause<'report-plan'>).value;
    const [next] = await this.answer(pause, {
      action: 'accept',
      hash,
      plan: { ...shown, ...plan }
    });
    return next as IPause<'evidence'>;
  }

  /** Approves the evidence as shown. */
  async approve(pause: IPause<'evidence'>): Promise<IPause<'review'>> {
    const [next] = await this.answer(pause, {
      action: 'approve',
      hash: pause.value.hash,
      sections: choiceOf(pause)
    });
    return next as IPause<'review'>;
  }

  /** A question about numbers without a source is answered with yes. */
  async save(pause: IPause<'review'>, more: object = {}): Promise<AnyPause[]> {
    const pauses = await this.saveOnly(pause, more);
    const [{ value } = { value: null }] = pauses;
    return value?.title.startsWith('Save with numbers')
      ? this.answer(pauses[0], { confirmed: true })
      : pauses;
  }

  saveOnly(pause: IPause<'review'>, more: object = {}): Promise<AnyPause[]> {
    const { hash, markdown, folder } = pause.value;
    return this.answer(pause, {
      action: 'save',
      hash,
      markdown,
      forms: ['md'],
      baseName: 'penguins',
      folder,
      record: false,
      download: false,
      ...more
    });
  }

  async state(): Promise<ReportStateValue> {
    return (await this._graph.getState(this._config))
      .values as ReportStateValue;
  }

  asked(name: string): number {
    return this.requests.filter(each => each.name === name).length;
  }

  lines(): string[] {
    return this.events.flatMap(each =>
      each.type === 'report-line' ? [each.text] : []
    );
  }

  /** Stops the report like the person's Stop. */
  stop(): void {
    this._stopping.abort(new Error('Stopped.'));
  }

  /**
   * The model's reply.
   *
   * @param name of the call that it has to make.
   */
  protected reply(
    messages: readonly IPlanMessage[],
    name: string | null
  ): { call?: unknown; text: string } {
    const text = messages.map(each => each.text).join('\n\n');
    const section = /The section to write: “(.*?)”/.exec(text)?.[1];
    const left = (name === null
      ? this.texts[section ?? '']
      : this.answers[name]) ?? [''];
    const next = left.length > 1 ? left.shift() : left[0];
    return name === null ? { text: String(next) } : { call: next, text: '' };
  }

  private async _go(input: unknown): Promise<AnyPause[]> {
    this._stopping = new AbortController();
    const result: unknown = await this._graph.invoke(input as never, {
      ...this._config,
      signal: this._stopping.signal,
      // As in the engine: a node ends only once its result is stored.
      durability: 'sync',
      recursionLimit: 200
    });
    return isInterrupted(result) ? (result[INTERRUPT] as AnyPause[]) : [];
  }

  private _notebook(): IReportNotebook {
    return {
      path: 'work/penguins.ipynb',
      cells: this.cells,
      kernel: { name: 'Python 3', language: 'python', epoch: 'k1' }
    };
  }

  private _build() {
    return reportGraph(
      {
        model: {
          has: async () => {
            this.onHas();
            return { calls: true, json: true };
          },
          ask: async (messages, shape, { temperature, onText }) => {
            const answer = this._ask(messages, shape, temperature);
            onText?.(answer.text);
            return answer;
          }
        },
        sources: {
          notebook: async () => this._notebook(),
          packages: async () => this.packages,
          templates: async () =>
            Object.entries(this.templates).map(([id, { form }]) => ({
              id,
              title: id,
              from: 'built-in',
              form
            })),
          template: async id => this.templates[id] ?? missing(id),
          checklist: async () => this.checklist,
          file: async path =>
            path in this.files
              ? { name: path, text: this.files[path], time: null }
              : missing(path),
          conversations: async () => this.conversations,
          variables: async () => [
            { name: 'work/penguins.ipynb', text: 'df: DataFrame', time: null }
          ]
        },
        write: async (folder, files, { configurable }) => {
          const answer = askPerson(configurable, {
            kind: 'confirm',
            title: 'Write files',
            text: files.map(({ path }) => `${folder}/${path}`).join(' ')
          });
          if (!('confirmed' in answer && answer.confirmed)) {
            return { paths: [], refused: '' };
          }
          this.written.push(...files);
          return {
            paths: files.map(({ path }) => `${folder}/${path}`),
            refused: null
          };
        },
        page: Object.assign(new FakeReportPage(), {
          download: async (files: readonly IReportFile[]) =>
            void this.downloaded.push(...files),
          print: async (html: string) => void this.printed.push(html)
        }),
        typeset: async source => this.typeset(source),
        runAgain: async cellIds => {
          this.ran.push([...cellIds]);
          this.cells = this.cells.map(each =>
            cellIds.includes(each.id)
              ? codeCell(each.id, each.source, [
                  { type: 'stream', name: 'stdout', text: 'rows 345\n' }
                ])
              : each
          );
        },
        settings: () => this.settings,
        schemasOnly: () => this.schemasOnly,
        standingInstructions: () => 'Answer in short sentences.',
        language: () => 'en',
        person: () => 'Ada',
        say: event => void this.events.push(event),
        now: () => (this._time += 1000),
        trans: ENGLISH
      },
      this._saver
    );
  }

  private _ask(
    messages: readonly IPlanMessage[],
    shape: AnswerShape,
    temperature?: number
  ): { call?: unknown; text: string } {
    const text = messages.map(each => each.text).join('\n\n');
    const section = /The section to write: “(.*?)”/.exec(text)?.[1];
    const name = shape.as === 'call' ? shape.name : (section ?? 'text');
    if (text.includes('1. Every number names its unit.')) {
      // The usual checklist, which is met.
      return {
        call: { items: [1, 2, 3, 4].map(number => ({ number, met: true })) },
        text: ''
      };
    }
    this.requests.push({ name, text, temperature });
    this.onAsk(name);
    if (this.failing.includes(name)) {
      throw new Error('The model is not there.');
    }
    return this.reply(messages, shape.as === 'call' ? shape.name : null);
  }
}

export function choiceOf({
  value
}: IPause<'evidence'>): { id: string; pieces: string[] }[] {
  return value.sections.map(({ id, pieces }) => ({ id, pieces }));
}

function missing(name: string): never {
  throw new Error(`${name} is not there.`);
}
