import type { BaseMessage } from '@langchain/core/messages';

import {
  hashText,
  type CellOutput,
  type IReportFile,
  type IReportPlan,
  type IReportSite,
  type InterruptAnswer,
  type OpenQuestion
} from '../../../contract';
import { storedWork } from '../../../engine/run/graph-config';
import {
  Site,
  THREAD,
  type IPageOptions,
  type ISiteOptions,
  type Page
} from '../../../engine/stories/reopening';
import { type FakeFiles } from '../../../testing/fake-files';
import {
  FakeNotebook,
  printed,
  type IFakeCell
} from '../../../testing/fake-notebook';
import { FakeReportPage } from '../../../testing/workflows/fake-report-page';
import type { IScriptedStep } from '../../../testing/scripted-model';
import { toBase64 } from '../../../contract/text/to-base64';
import { PNG } from '../../../report/stories/evidence-samples';
import { reportWorkflow } from '../report-workflow';
import type { ReportStateValue } from '../state/report-state';

class FakeReportSite extends FakeReportPage implements IReportSite {
  readonly downloaded: IReportFile[] = [];
  readonly printed: string[] = [];

  constructor(private readonly _files: FakeFiles) {
    super();
  }

  async readBytes(path: string): Promise<Uint8Array> {
    return this._files.text(path) as Uint8Array;
  }

  async write(path: string, file: IReportFile): Promise<void> {
    this._files.set(path, file.data);
  }

  async download(files: readonly IReportFile[]): Promise<void> {
    this.downloaded.push(...files);
  }

  async print(html: string): Promise<void> {
    this.printed.push(html);
  }
}

/** A notebook of one cell with these outputs. */
export const countNotebook = (outputs: CellOutput[]): FakeNotebook =>
  new FakeNotebook({
    cells: [{ id: 'count', source: 'print(len(df))', outputs }]
  });

type Kind = OpenQuestion['kind'];
export type Card<K extends Kind> = Extract<OpenQuestion, { kind: K }>;

/** What outlives a page that writes a report. */
export class ReportSite extends Site {
  readonly target = new FakeReportSite(this.files);
  /** Requests by the name of their call, or the title of their section. */
  readonly sent: { name: string; text: string }[] = [];
  hangs = '';
  /** Names of requests, and titles of sections, that fail. */
  failing: string[] = [];
  /** Arguments by the name of the call; the last one is repeated. */
  replies: Record<string, unknown[]> = {
    report_plan: [
      {
        kind: 'report',
        title: 'Penguin mass',
        language: 'en',
        sections: [{ title: 'Data', answers: 'Rows.', search: ['rows'] }]
      }
    ],
    group_evidence: [
      { sections: [{ number: 1, pieces: ['e1'], summary: 'Rows. [[e1]]' }] }
    ],
    checklist: [{ items: [] }]
  };

  /** By title of the section: its texts; the last one is repeated. */
  texts: Record<string, string[]> = {
    Data: ['There are {{e1.value}} penguins[[e1]].']
  };

  private _page: Page | undefined;

  constructor(options: Partial<ISiteOptions> = {}) {
    super({
      answers: [],
      notebook: countNotebook(printed('rows 344').outputs),
      workflows: async () => [
        reportWorkflow({
          site: this.target,
          person: () => 'Ada',
          language: () => 'en'
        })
      ],
      ...options
    });
    this.settings = structuredClone(this.settings);
  }

  override page(options: IPageOptions = {}): Page {
    this._page = super.page(options);
    return this._page;
  }

  /** The page that was opened last. */
  get front(): Page {
    return this._page ?? this.page();
  }

  /** Names of the requests, in order. */
  get asked(): string[] {
    return this.sent.map(({ name }) => name);
  }

  /** Texts of the requests of a name. */
  sentAs(wanted: string): string[] {
    return this.sent.flatMap(({ name, text }) =>
      name === wanted ? [text] : []
    );
  }

  /** Names of all files. */
  async saved(): Promise<string[]> {
    return [...this.files.all.keys()].sort();
  }

  /** A file beside the notebook. */
  file(name: string): unknown {
    const folder = this.notebook.path.split('/').slice(0, -1);
    return this.files.text([...folder, name].join('/'));
  }

  lines(): string[] {
    return this.front.of('report-line').map(({ text }) => text);
  }

  async state(): Promise<ReportStateValue> {
    const [{ report }] = await this.front.shown('report-started');
    const at = { threadId: THREAD, branch: '' };
    return (await storedWork(
      this.checkpointer,
      at,
      report
    )) as ReportStateValue;
  }

  /** The card that waits. */
  async card<K extends Kind>(kind: K): Promise<Card<K>> {
    const asked = await this.front.question();
    expect(asked?.kind).toBe(kind);
    return asked as Card<K>;
  }

  async start(
    report: object = {},
    prompt?: string
  ): Promise<Card<'report-plan'>> {
    await begin(this.front, report, prompt);
    return this.card('report-plan');
  }

  /** Answers a card; `next` is the card that has to follow. */
  async reply<K extends Kind>(
    { interrupt_id }: OpenQuestion,
    answer: object,
    next?: K
  ): Promise<Card<K>> {
    await this.front.engine.send({
      type: 'answer',
      threadId: THREAD,
      interruptId: interrupt_id,
      answer: answer as InterruptAnswer
    });
    return next ? this.card(next) : (null as never);
  }

  /** Accepts a card with what the person changes. */
  accept<K extends Kind>(
    card: OpenQuestion,
    next?: K,
    changed: object = {}
  ): Promise<Card<K>> {
    return this.reply(card, { ...consentTo(card), ...changed }, next);
  }

  /** Has the plan made again. */
  change(card: Card<'report-plan'>, how: object): Promise<Card<'report-plan'>> {
    const answer = { action: 'change', words: '', ...how };
    return this.reply(card, answer, 'report-plan');
  }

  /** Has the evidence as shown changed. */
  modify(card: Card<'evidence'>, how: object): Promise<Card<'evidence'>> {
    const answer = { ...consentTo(card), action: 'modify', words: '', ...how };
    return this.reply(card, answer, 'evidence');
  }

  /** Has sections written again. */
  back(card: Card<'review'>, how: object): Promise<Card<'review'>> {
    const answer = { action: 'back', words: 'Shorter.', ...how };
    return this.reply(card, answer, 'review');
  }

  async toEvidence(
    report: object = {},
    changed: Partial<IReportPlan> = {}
  ): Promise<Card<'evidence'>> {
    const card = await this.start(report);
    const plan = { ...card.plan, ...changed };
    return this.accept(card, 'evidence', { plan });
  }

  async toReview(
    report: object = {},
    changed: Partial<IReportPlan> = {}
  ): Promise<Card<'review'>> {
    return this.accept(await this.toEvidence(report, changed), 'review');
  }

  /** Saves as Markdown, and says yes to what is asked about it. */
  async save(review: Card<'review'>, more: object = {}): Promise<void> {
    const forms = ['md'];
    await this.reply(review, {
      ...consentTo(review),
      ...{ forms, record: false },
      ...more
    });
    while ((await this.front.question())?.kind === 'confirm') {
      await yes(this.front);
    }
  }

  override answer(messages: BaseMessage[]): IScriptedStep {
    const text = messages.map(each => each.text).join('\n\n');
    const section = /The section to write: “(.*?)”/.exec(text)?.[1];
    const [tool] = (this.boundTools.at(-1) ?? []) as {
      function?: { name: string };
    }[];
    const name = section ?? tool?.function?.name ?? 'none';
    if (text.includes('1. Every number names its unit.')) {
      // The usual checklist, which is met.
      const items = [1, 2, 3, 4].map(number => ({ number, met: true }));
      return { calls: [{ name, args: { items } }] };
    }
    this.sent.push({ name, text });
    if (name === this.hangs) {
      return { hang: true };
    }
    return this.failing.includes(name)
      ? { error: new Error('The model is not there.') }
      : this.written(messages, name, section !== undefined);
  }

  /** The model's reply: the text of a section, or the arguments of a call. */
  protected written(
    _messages: BaseMessage[],
    name: string,
    isSection: boolean
  ): IScriptedStep {
    const left = (isSection ? this.texts[name] : this.replies[name]) ?? [''];
    const next = left.length > 1 ? left.shift() : left[0];
    return isSection
      ? { text: String(next) }
      : { calls: [{ name, args: next as Record<string, unknown> }] };
  }
}

export const PENGUINS: IFakeCell[] = [
  {
    id: 'head',
    type: 'markdown',
    source: '# Penguins of the Palmer islands'
  },
  {
    id: 'count',
    source: '# Number of rows\nprint(len(df))',
    outputs: printed('rows 344\n').outputs
  },
  {
    id: 'mean',
    source: '# Mean body mass by species\ndf.groupby()',
    outputs: [
      {
        type: 'data',
        result: true,
        data: {
          'text/html':
            '<table><thead><tr><th>species</th><th>body_mass_g</th></tr></thead><tr><td>Adelie</td><td>3700.66</td></tr><tr><td>Gentoo</td><td>5076.02</td></tr></table>'
        }
      }
    ]
  },
  {
    id: 'plot',
    source: '# Histogram of body mass\ndf.hist()',
    outputs: [{ type: 'data', result: false, data: { 'image/png': PNG } }]
  }
];

/** A report in two sections on a notebook whose cells this kernel has run. */
export class PenguinSite extends ReportSite {
  packages: Record<string, string> = { pandas: '3.1.1' };
  /** What the kernel's typst makes; null if it has none. */
  pdf: Uint8Array | null = null;
  /** Sources that it was sent. */
  readonly typeset = new Set<string>();
  override replies: Record<string, unknown[]> = {
    report_plan: [
      {
        kind: 'report',
        title: 'Penguin mass',
        audience: 'Zoo keepers',
        language: 'en',
        sections: [
          {
            title: 'Data',
            answers: 'How many rows there are.',
            search: ['rows']
          },
          { title: 'Result', answers: 'The body mass.', search: ['mass'] }
        ]
      }
    ],
    group_evidence: [
      grouped(
        { pieces: ['e2'], summary: 'There are rows. [[e2]]' },
        { pieces: ['e3', 'e4'], summary: 'Gentoo weigh most.' }
      )
    ],
    checklist: [{ items: [] }]
  };

  override texts: Record<string, string[]> = {
    Data: ['There are {{e2.value}} penguins[[e2]].'],
    Result: [
      'Gentoo weigh {{e3.r2c2:0}} g[[e3]].\n\n![Mass by species](e3)\n\n![Histogram](e4)'
    ]
  };

  constructor(given: IFakeCell[] | FakeNotebook = PENGUINS) {
    super({
      notebook: Array.isArray(given)
        ? new FakeNotebook({
            path: 'work/penguins.ipynb',
            cells: given,
            kernel: { displayName: 'Python 3', epoch: 'k1' }
          })
        : given
    });
    this.notebook.onInspect = code => JSON.stringify(this._inspected(code));
    for (const { id, source } of this.notebook.cells()) {
      this.notebook.runs.set(id, {
        hash: hashText(source),
        kernel: this.notebook.kernel.epoch,
        at: '2026-11-22T10:00:00Z'
      });
    }
  }

  /** What the person's own checklist says. */
  checklist(...items: string[]): void {
    const text = items.map(each => `- ${each}`).join('\n');
    this.files.set('work/cellwright-report.md', text);
  }

  private _inspected(code: string): unknown {
    if (code.includes('byModule')) {
      return this.packages;
    }
    const request = code.slice(code.lastIndexOf('"request"'));
    const [, verb] = /do\\":\\"(\w+)/.exec(request) ?? [];
    switch (verb) {
      case undefined:
        return [['df', 'DataFrame', null]];
      case 'begin':
        return this.pdf ? { folder: 'f' } : { missing: 'typst' };
      case 'compile':
        return { size: this.pdf?.length };
      case 'read':
        return { data: this.pdf && toBase64(this.pdf) };
      case 'put':
        if (request.includes('main.typ')) {
          this.typeset.add(request);
        }
        return {};
      default:
        return {};
    }
  }
}

/** A model's answer with the evidence of each section. */
export const grouped = (
  ...sections: { pieces: string[]; summary?: string }[]
): object => ({
  sections: sections.map((each, at) => ({ number: at + 1, ...each }))
});

/** Answers the waiting card with yes, and so many after it. */
export async function yes(page: Page, times = 1): Promise<string> {
  const asked = await page.question();
  if (!asked) {
    throw new Error('Nothing is asked.');
  }
  await page.engine.send({
    type: 'answer',
    threadId: THREAD,
    interruptId: asked.interrupt_id,
    answer: consentTo(asked)
  });
  return times > 1 ? yes(page, times - 1) : asked.kind;
}

export function consentTo(asked: OpenQuestion): InterruptAnswer {
  switch (asked.kind) {
    case 'report-plan':
      return { action: 'accept', plan: asked.plan };
    case 'evidence':
      return {
        action: 'approve',
        sections: asked.sections.map(({ id, pieces }) => ({ id, pieces }))
      };
    case 'review':
      return {
        action: 'save',
        markdown: asked.markdown,
        forms: ['md', 'docx'],
        baseName: 'penguins',
        folder: asked.folder,
        record: true,
        download: false
      };
    case 'form':
      return { values: { who: 'Ada' } };
    default:
      return { confirmed: true };
  }
}

export const begin = (
  page: Page,
  report: object = {},
  prompt = 'A report for the zoo'
): Promise<void> => page.say(prompt, undefined, { report });
