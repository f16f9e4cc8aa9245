import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import {
  type AIMessageChunk,
  type BaseMessage,
  AIMessage,
  HumanMessage,
  SystemMessage,
  ToolMessage
} from '@langchain/core/messages';

import { ENGLISH, type IToolResult, type ITool } from '../../../contract';
import { demoModel } from '../../../demo-model/demo-model';
import { FakeFiles } from '../../../testing/fake-files';
import { FakeGrammars } from '../../../testing/fake-grammars';
import { FakeImages } from '../../../testing/fake-images';
import { FakeNotebook } from '../../../testing/fake-notebook';
import { FakePatterns } from '../../../testing/fake-patterns';
import { FakeShell } from '../../../testing/fake-shell';
import type { PythonProcess } from '../../../testing/processes/python-process';
import { CellNames, TOOLS } from '../../../tools';
import { withCells } from '../../../engine/tool-set/parse-arguments';
import { envelope } from '../../../engine/tool-calls/envelope';

/** A person's answer to a card. */
export type Verdict =
  | 'approve'
  | { reject: string }
  | { edit: (args: Record<string, string>) => Record<string, unknown> };

/** A call with its answer, for a spec to check. */
export interface ISeenCall {
  name: string;
  args: Record<string, any>;
  answer: string;
}

/**
 * The demo model, the real tools and a real Python, connected by the shortest
 * loop that follows the engine's rules for answers.
 */
export class DemoConversation {
  readonly calls: ISeenCall[] = [];
  readonly texts: string[] = [];
  readonly notebook: FakeNotebook;
  readonly files: FakeFiles;
  final: IToolResult['final'] | null = null;
  /** The call at which the person presses Stop, once. */
  stopAt?: (call: { name: string; args: Record<string, any> }) => boolean;
  /**
   * Messages that the person adds after a step, by the number of steps so far.
   */
  remarks: Record<number, string> = {};

  /** Decides on each call with an effect, in order. */
  decide: (call: { name: string; args: Record<string, any> }) => Verdict = () =>
    'approve';

  private _fresh: Promise<void>;

  private _stopped = false;

  private _root: string;

  private _messages: BaseMessage[];

  private readonly _names = new CellNames(new Map(), () => this.notebook);

  private _seen: Record<string, string> = {};

  private _made = new Set<string>();

  /**
   * @param python shared by the conversations of a spec; each starts afresh.
   * @param files path from the server's root → text.
   */
  constructor(
    readonly python: PythonProcess,
    files: Record<string, string>,
    private _options: { notebook?: string; kernel?: string } = {}
  ) {
    const path = _options.notebook ?? 'analysis.ipynb';
    this._root = mkdtempSync(join(tmpdir(), 'cellwright-demo-'));
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
      onRun: source => this.python.run(source),
      onInspect: code => this.python.inspect(code)
    });
    this._messages = [new SystemMessage(`Rules.\n\nNotebook: ${path}`)];
  }

  /** Resolves when Python was restarted. */
  ready(): Promise<void> {
    return this._fresh;
  }

  /** Sends a message and runs to the end of the turn. */
  async say(text: string): Promise<this> {
    await this._fresh;
    this._stopped = false;
    this.final = null;
    const { kernel = 'Python 3 (ipykernel) (python)' } = this._options;
    this._messages.push(
      new HumanMessage(
        `${text}\n\n<context>\nKernel: ${kernel}, idle.\n</context>`
      )
    );
    for (let step = 0; step < 30; step++) {
      const answer = await this._ask();
      this.texts.push(String(answer.content));
      this._messages.push(answer);
      if (!answer.tool_calls?.length) {
        return this;
      }
      await this._answer(answer);
      if (this.final || this._stopped) {
        return this;
      }
      const remark = this.remarks[step + 1];
      if (remark) {
        this._messages.push(new HumanMessage(remark));
      }
    }
    throw new Error(
      `The demo did not come to an end: ${this.calls
        .slice(-6)
        .map(call => JSON.stringify(call))
        .join('\n')}`
    );
  }

  /** Code that was proposed, in order. */
  get proposed(): string[] {
    return this.calls
      .filter(call => call.args.code !== undefined)
      .map(call => call.args.code as string);
  }

  /** Answers of calls that ran code, in order. */
  get runs(): string[] {
    return this.calls
      .filter(call => call.args.code !== undefined)
      .map(call => call.answer);
  }

  /** Changes files on disk without going through the port. */
  onDisk(change: (path: (name: string) => string) => void): void {
    change(name => join(this._root, name));
  }

  dispose(): void {
    rmSync(this._root, { recursive: true, force: true });
  }

  private async _ask(): Promise<AIMessage> {
    let whole: AIMessageChunk | undefined;
    const model = demoModel(0);
    for await (const chunk of await model.stream(this._messages)) {
      whole = whole ? whole.concat(chunk) : chunk;
    }
    return new AIMessage({
      content: whole?.content ?? '',
      tool_calls: whole?.tool_calls ?? []
    });
  }

  private async _answer(message: AIMessage): Promise<void> {
    let broken = false;
    for (const call of message.tool_calls ?? []) {
      const answer = await this._run(call, broken);
      broken ||= answer.broken;
      this.calls.push({
        name: call.name,
        args: call.args,
        answer: answer.shown ?? answer.text
      });
      this._messages.push(
        new ToolMessage({
          content: answer.text,
          tool_call_id: call.id ?? '',
          name: call.name,
          status: answer.ok ? 'success' : 'error'
        })
      );
    }
  }

  private async _run(
    call: { name: string; args: Record<string, any> },
    broken: boolean
  ): Promise<{ text: string; shown?: string; ok: boolean; broken: boolean }> {
    if (call.name === 'write_todos') {
      return { text: 'Updated todo list', ok: true, broken: false };
    }
    const tool = TOOLS.find(each => each.name === call.name) as ITool;
    const names = this._names;
    let args = tool.schema.parse(
      withCells(tool, call.args, reference => names.whole(reference))
    );
    const context = {
      notebook: this.notebook,
      names,
      files: this.files,
      shell: new FakeShell(),
      patterns: new FakePatterns(),
      images: new FakeImages(),
      grammars: new FakeGrammars(),
      values: true,
      trans: ENGLISH,
      signal: new AbortController().signal,
      seen: this._seen,
      created: this._made,
      progress: () => undefined
    };
    const refused = (text: string) => ({ text, ok: false, broken: false });
    const problem = (await tool.check?.(args, context)) ?? null;
    if (problem !== null) {
      return refused(problem);
    }
    let prefix = '';
    if (tool.effect(args, context) !== 'read' && call.name !== 'markdown') {
      if (broken) {
        return refused('Not run: the call before it failed.');
      }
      expect((await tool.propose?.(args, context))?.sentence).not.toBe('');
      if (this.stopAt?.(call)) {
        this.stopAt = undefined;
        this._stopped = true;
        return refused('Not run: the person stopped the work.');
      }
      const verdict = this.decide(call);
      if (typeof verdict === 'object' && 'reject' in verdict) {
        return refused(
          verdict.reject
            ? `The person rejected this call and gave this reason: ${verdict.reject}`
            : 'The person rejected this call and gave no reason.'
        );
      }
      if (typeof verdict === 'object') {
        args = tool.schema.parse(verdict.edit(args));
        prefix = `The person edited this call before it ran. What really ran:\n${JSON.stringify(withCells(tool, args, id => names.of(id)))}\n`;
      }
    }
    const result = await tool.run(args, context);
    Object.assign(this._seen, result.seen);
    result.created?.forEach(id => this._made.add(id));
    this.final = result.final ?? this.final;
    return {
      text: prefix + envelope(tool.name, result.text),
      shown: prefix + result.text,
      ok: result.ok,
      broken: !result.ok
    };
  }
}
