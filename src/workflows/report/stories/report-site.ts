import type { BaseMessage } from '@langchain/core/messages';

import type {
  IReportFile,
  IReportSite,
  InterruptAnswer,
  OpenQuestion
} from '../../../contract';
import {
  Site,
  THREAD,
  type IPageOptions,
  type ISiteOptions,
  type Page
} from '../../../engine/stories/reopening';
import { FakeFiles } from '../../../testing/fake-files';
import { FakeNotebook, printed } from '../../../testing/fake-notebook';
import { FakeWorkspace } from '../../../testing/fake-workspace';
import { FakeReportPage } from '../../../testing/workflows/fake-report-page';
import type { IScriptedStep } from '../../../testing/scripted-model';
import { reportWorkflow } from '../report-workflow';

class FakeReportSite extends FakeReportPage implements IReportSite {
  /** Binary files by path. */
  readonly written = new Map<string, IReportFile>();
  readonly downloaded: IReportFile[] = [];
  readonly printed: string[] = [];

  constructor(private readonly _files: FakeFiles) {
    super();
  }

  async readBytes(): Promise<Uint8Array> {
    return new Uint8Array();
  }

  async write(path: string, file: IReportFile): Promise<void> {
    this.written.set(path, file);
    this._files.set(path, file.data);
  }

  async download(files: readonly IReportFile[]): Promise<void> {
    this.downloaded.push(...files);
  }

  async print(html: string): Promise<void> {
    this.printed.push(html);
  }
}

/** What outlives a page that writes a report. */
export class ReportSite extends Site {
  /** The files on the server, the same for each page. */
  readonly files = new FakeFiles();
  readonly target = new FakeReportSite(this.files);
  /** The temperature of each request. */
  readonly temperatures: [name: string, temperature: number][] = [];
  readonly asked: string[] = [];
  hangs = '';
  /** What is written before it is written again; empty if it is right at once. */
  draft = '';
  replies: Record<string, unknown> = {
    report_plan: {
      kind: 'report',
      title: 'Penguin mass',
      language: 'en',
      sections: [{ title: 'Data', answers: 'Rows.', search: ['rows'] }]
    },
    group_evidence: {
      sections: [{ number: 1, pieces: ['e1'], summary: 'Rows. [[e1]]' }]
    }
  };

  constructor(options: Partial<ISiteOptions> = {}) {
    super({
      answers: [],
      notebook: new FakeNotebook({
        cells: [
          {
            id: 'count',
            source: 'print(len(df))',
            outputs: printed('rows 344').outputs
          }
        ]
      }),
      workflows: async () => [
        reportWorkflow({
          site: this.target,
          person: () => 'Ada',
          language: () => 'en'
        })
      ],
      ...options
    });
  }

  override page(options: IPageOptions = {}): Page {
    return super.page({
      workspace: new FakeWorkspace({
        notebook: this.notebook,
        files: this.files
      }),
      ...options
    });
  }

  /** Names of the files that were written. */
  async saved(): Promise<string[]> {
    return (await this.files.list('')).map(({ name }) => name);
  }

  override answer(messages: BaseMessage[]): IScriptedStep {
    const prompt = messages.map(({ text }) => text).join('\n');
    const section = /The section to write: “(.*?)”/.exec(prompt)?.[1];
    if (messages.some(({ text }) => text.startsWith('Run these cells again'))) {
      const isRun = messages.some(({ type }) => type === 'tool');
      this.asked.push('agent');
      return isRun
        ? { text: 'Done.' }
        : { calls: [{ name: 'run_cells', args: { cell_ids: ['count'] } }] };
    }
    const [tool] = (this.boundTools.at(-1) ?? []) as {
      function?: { name: string };
    }[];
    const name = section ?? tool?.function?.name ?? 'none';
    const met = [1, 2, 3, 4].map(number => ({ number, met: true }));
    if (name === 'checklist') {
      // The usual one.
      return { calls: [{ name, args: { items: met } }] };
    }
    this.asked.push(name);
    if (name === this.hangs) {
      return { hang: true };
    }
    return section !== undefined
      ? {
          text: prompt.includes(this.draft)
            ? 'There are {{e1.value}} penguins[[e1]].'
            : this.draft
        }
      : {
          calls: [{ name, args: this.replies[name] as Record<string, unknown> }]
        };
  }
}

/** Answers the waiting card with yes. */
export async function yes(page: Page): Promise<string> {
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
  return asked.kind;
}

export function consentTo(asked: OpenQuestion): InterruptAnswer {
  switch (asked.kind) {
    case 'report-plan':
      return { action: 'accept', hash: asked.hash, plan: asked.plan };
    case 'evidence':
      return {
        action: 'approve',
        hash: asked.hash,
        sections: asked.sections.map(({ id, pieces }) => ({ id, pieces }))
      };
    case 'review':
      return {
        action: 'save',
        hash: asked.hash,
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

export const begin = (page: Page, report: object = {}): Promise<void> =>
  page.say('A report for the zoo', undefined, { report });
