import {
  mkdtempSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { AIMessage, ToolMessage } from '@langchain/core/messages';

import {
  DEMO_CHOICE,
  ENGLISH,
  type AgentEvent,
  type EventBody
} from '../../../contract';
import { demoProvider } from '../../../demo-model/demo-provider';
import { Engine, type IEngineOptions } from '../../../engine/engine';
import { engineStores } from '../../../engine/stories/engine-stores';
import { FakeFiles } from '../../../testing/fake-files';
import { FakeNotebook } from '../../../testing/fake-notebook';
import { FakeWorkspace } from '../../../testing/fake-workspace';
import { PythonProcess } from '../../../testing/processes/python-process';
import { historyProblems } from '../../../testing/scripted-model';

export const THREAD = 'demo';

export const PENGUINS = readFileSync(
  join(__dirname, '../../../../examples/penguins.csv'),
  'utf-8'
);

export const EXPLORE = 'Explore penguins.csv';

/** Begins conversations of a spec, on one Python; each ends with its test. */
export function useDemo(): (
  files?: Record<string, string>,
  options?: IDemoOptions
) => DemoConversation {
  let python: PythonProcess;
  const begun: DemoConversation[] = [];
  beforeAll(() => {
    python = new PythonProcess(tmpdir());
  });
  afterEach(() => begun.splice(0).forEach(each => each.dispose()));
  afterAll(() => python.dispose());
  return (files = { 'penguins.csv': PENGUINS }, options = {}) => {
    const conversation = new DemoConversation(python, files, options);
    begun.push(conversation);
    return conversation;
  };
}

interface IDemoOptions extends Pick<IEngineOptions, 'workflows'> {
  notebook?: string;
  language?: string;
}

/** A person's answer to a card. */
export type Verdict =
  | 'approve'
  | { reject: string }
  | { edit: (args: Record<string, unknown>) => Record<string, unknown> };

/** A call with its answer, for a spec to check. */
interface ISeenCall {
  name: string;
  args: Record<string, any>;
  answer: string;
}

/** The demo model in the engine, with the real tools and a real Python. */
export class DemoConversation {
  calls: ISeenCall[] = [];
  texts: string[] = [];
  readonly events: AgentEvent[] = [];
  readonly engine: Engine;
  readonly notebook: FakeNotebook;
  readonly files: FakeFiles;
  /** The card at which the person presses Stop, once. */
  stopAt?: (card: { args: Record<string, any> }) => boolean;
  /** Messages that the person adds, by the number of answers so far. */
  remarks: Record<number, string> = {};

  /** Decides on each card, in order. */
  decide: (card: { args: Record<string, any> }) => Verdict = () => 'approve';

  private readonly _root = mkdtempSync(join(tmpdir(), 'cellwright-demo-'));
  private readonly _fresh: Promise<void>;

  /**
   * @param python shared by the conversations of a spec; each starts afresh.
   * @param files path from the server's root → text.
   */
  constructor(
    readonly python: PythonProcess,
    files: Record<string, string>,
    {
      notebook: path = 'analysis.ipynb',
      language = 'python',
      workflows
    }: IDemoOptions
  ) {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(this._root, name)), { recursive: true });
      writeFileSync(join(this._root, name), text);
    }
    const folder = dirname(join(this._root, path));
    mkdirSync(folder, { recursive: true });
    this._fresh = python.reset(folder);
    this.files = new FakeFiles({ ...files, [path]: '{}' });
    this.notebook = new FakeNotebook({
      path,
      kernel: { language },
      onRun: source => this.python.run(source),
      onInspect: code =>
        language === 'python' ? this.python.inspect(code) : '[]'
    });
    this.engine = new Engine({
      ...engineStores(),
      workspace: new FakeWorkspace({
        notebook: this.notebook,
        files: this.files
      }),
      trans: ENGLISH,
      workflows,
      providers: async () => [demoProvider],
      model: () => ({ choice: DEMO_CHOICE, key: undefined, disclosed: true })
    });
    this.engine.subscribe(event => {
      this.events.push(event);
      const text = this.remarks[this.of('usage').length];
      if (event.type === 'usage' && text) {
        void this.engine.send({
          type: 'queue',
          threadId: THREAD,
          messageId: 'remark',
          text
        });
      }
    });
  }

  of<T extends EventBody['type']>(type: T) {
    return this.events.filter(
      (event): event is Extract<AgentEvent, { type: T }> => event.type === type
    );
  }

  /** Resolves when Python was restarted. */
  ready(): Promise<void> {
    return this._fresh;
  }

  /** Sends a message and runs to the end of the turn. */
  async say(text: string): Promise<void> {
    await this._fresh;
    const begin = this.events.length;
    const since = <T extends EventBody['type']>(type: T) =>
      this.of(type).filter(event => this.events.indexOf(event) >= begin);
    let reviews = 0;
    await this.engine.send({
      type: 'start',
      threadId: THREAD,
      messageId: `message-${begin}`,
      text
    });
    while (since('run-finished').length === 0) {
      const open = since('review-opened');
      expect(open).toHaveLength(++reviews);
      const { interruptId, cards } = open[reviews - 1];
      const [card] = cards;
      expect(cards).toHaveLength(1);
      if (this.stopAt?.(card)) {
        this.stopAt = undefined;
        await this.engine.send({ type: 'stop', threadId: THREAD });
        break;
      }
      const verdict = this.decide(card);
      await this.engine.send({
        type: 'resume',
        threadId: THREAD,
        interruptId,
        decisions: {
          [card.callId]:
            verdict === 'approve'
              ? { type: 'approve' }
              : 'reject' in verdict
                ? { type: 'reject', message: verdict.reject }
                : {
                    type: 'edit',
                    editedAction: {
                      name: card.tool,
                      args: verdict.edit(card.args)
                    }
                  }
        },
        hashes: { [card.callId]: card.hash }
      });
    }
    const messages = await this.engine.thread(THREAD).runs.messages();
    expect(historyProblems(messages)).toEqual([]);
    const answers = messages.filter(AIMessage.isInstance);
    const results = messages.filter(ToolMessage.isInstance);
    this.texts = answers.map(answer => answer.text);
    this.calls = answers.flatMap(({ tool_calls: calls = [] }) =>
      calls.map(({ id, name, args }) => ({
        name,
        args,
        answer: (
          results.find(each => each.tool_call_id === id)?.text ?? ''
        ).replace(/<data from="[^"]*">\n([^]*?)\n<\/data>/, '$1')
      }))
    );
  }

  /** The last answer of the last turn; none if that was stopped. */
  get final() {
    const event = this.of('final-answer').at(-1);
    const start = this.events.findLastIndex(
      ({ type }) => type === 'run-started'
    );
    return event && this.events.indexOf(event) > start ? event : null;
  }

  /** Code that was proposed, in order. */
  get proposed(): string[] {
    return this._withCode().map(({ args }) => args.code as string);
  }

  /** Answers of calls that ran code, in order. */
  get runs(): string[] {
    return this._withCode().map(({ answer }) => answer);
  }

  /** Changes files on disk without going through the port. */
  onDisk(change: (path: (name: string) => string) => void): void {
    change(name => join(this._root, name));
  }

  dispose(): void {
    rmSync(this._root, { recursive: true, force: true });
  }

  private _withCode(): ISeenCall[] {
    return this.calls.filter(({ args }) => args.code !== undefined);
  }
}
