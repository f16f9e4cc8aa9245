import { GraphInterrupt } from '@langchain/langgraph/web';
import {
  WorkspaceError,
  type IBranch,
  type ICallRecord,
  type IEffectRecord,
  type IJournal,
  type ITranslator,
  hashText,
  ifRefused,
  isWorkspaceError,
  pathFromRoot,
  type IFiles,
  type ITextFile,
  type IAskedRounds,
  type ICommandRun,
  type IShell
} from '../../contract';
import type { Provenance } from './provenance';
import { spoken } from '../../contract/text/spoken';
import { ForwardedFiles } from '../privacy/forwarded-files';

/** An effect of one kind. */
export type EffectOf<K extends IEffectRecord['kind']> = Extract<
  IEffectRecord,
  { kind: K }
>;

type Untimed<T> = T extends unknown ? Omit<T, 'time'> : never;

/** The record that is written before the effect is done. */
type NewEffect = Untimed<IEffectRecord>;

interface IEffectLogOptions {
  journal: IJournal;
  at: IBranch;
  trans: ITranslator;
  /** The call as recorded before this attempt. */
  record: ICallRecord;
  /** Where the cells come from; null if the person does not want that noted. */
  provenance: Provenance | null;
  /**
   * What the decision was based on has changed: only code that the call wrote
   * itself may still run.
   */
  stale: boolean;
  /**
   * Whether the rule that allowed the call is gone: then nothing more is begun.
   * Asked before each effect, since a call waits for others and for the kernel.
   */
  isRevoked?: () => boolean;
}

/**
 * Thrown where nobody can find out whether the last effect of an earlier page
 * was done: the gate pauses with a card. As LangGraph's, it passes everything
 * that handles a tool's errors.
 */
export class MayHaveRun extends GraphInterrupt {
  constructor(readonly effect: IEffectRecord) {
    super();
  }
}

/**
 * The effects of one call, in order. Each is stored durably before it is done.
 * When the call runs again after a crash, what it asks for is compared with the
 * record at the same position, so that nothing is done twice.
 */
export class EffectLog {
  /** Execution count of each cell the call ran, as it was after the run. */
  readonly counts: Record<string, number | null> = {};
  /** Hash of the outputs of each cell it ran. */
  readonly outputs: Record<string, string> = {};
  /** Hash of the source that this call gave each cell. */
  readonly written = new Map<string, string>();
  private _next = 0;
  private _undone = 0;

  constructor(readonly options: IEffectLogOptions) {}

  get callId(): string {
    return this.options.record.callId;
  }

  /**
   * The effect recorded at this position, if an earlier attempt got this far.
   *
   * @returns the effect, and whether it is the last one recorded: earlier ones
   * have certainly ended, since the next was begun.
   * @throws WorkspaceError if the call asks for something other than before.
   */
  replay<K extends IEffectRecord['kind']>(
    kind: K
  ): { effect: EffectOf<K>; isLast: boolean } | null {
    const { record } = this.options;
    const effect = record.effects[this._next];
    if (!effect) {
      return null;
    }
    this._next += 1;
    if (effect.kind !== kind) {
      throw this.changed();
    }
    return {
      effect: effect as EffectOf<K>,
      isLast:
        this._next === record.effects.length &&
        this._next > (record.carried ?? 0)
    };
  }

  /** How many effects at the end of the record were certainly not done. */
  get undone(): number {
    return this._undone;
  }

  /** The next recorded effect, if an earlier attempt got this far. */
  get ahead(): IEffectRecord | undefined {
    return this.options.record.effects[this._next];
  }

  /**
   * Resolves once the effect is stored durably. It may be done only after that.
   *
   * @param instead replaces the last one of that kind: a run that was certainly
   * not done, or a call to a server, of which more is known.
   * @param fits throws if it can no longer be done, since something has changed
   * while it was stored. It is then known that it was not done.
   */
  async note(
    effect: NewEffect,
    { instead = false, fits }: { instead?: boolean; fits?: () => void } = {}
  ): Promise<void> {
    this.checkRule();
    await this._store(effect, instead);
    // A run that was replaced was not done either; a call to a server was.
    this._undone = instead && effect.kind !== 'run' ? 0 : 1;
    // It may have been taken back while this was stored.
    this.checkRule();
    fits?.();
    this._undone = 0;
  }

  /** Stores more of the last effect, which was done. */
  complete(effect: NewEffect): Promise<void> {
    return this._store(effect, true);
  }

  /** Call it if the last effect was refused, and nothing of it was done. */
  refused(): void {
    this._undone += 1;
  }

  /** The error if something is no longer what was begun. */
  changed(): WorkspaceError {
    return new WorkspaceError(
      'changed',
      this.options.trans.__(
        'This step started before the page was closed and can’t be resumed, because it would now do something different.'
      )
    );
  }

  /** The error if nobody can find out what an effect before the last one did. */
  unclear(): WorkspaceError {
    return new WorkspaceError(
      'failed',
      this.options.trans.__(
        'The page was closed before the outcome was known, so this may have run. It was not run again.'
      )
    );
  }

  /**
   * Call it before doing what an earlier page recorded; new effects are checked
   * when they are noted.
   *
   * @throws WorkspaceError if the rule that allowed the call is gone.
   */
  checkRule(): void {
    if (this.options.isRevoked?.()) {
      throw new WorkspaceError(
        'changed',
        this.options.trans.__(
          'The rule that allowed this is gone, so the rest was not done. You will be asked next time.'
        )
      );
    }
  }

  private _store(effect: NewEffect, instead: boolean): Promise<void> {
    const { journal, at } = this.options;
    const record = { ...effect, time: Date.now() } as IEffectRecord;
    return journal.effect(at, this.callId, record, instead);
  }
}

/** The largest text of a file that is stored for undo, in bytes. */
export const MAX_KEPT = 1_000_000;

/** Found out before anything is written. */
const UNWRITTEN: ReadonlySet<string> = new Set(['exists', 'changed']);

/**
 * Files for one call with effects: a write is recorded durably before it is
 * done. If the call runs again after a crash and the file is as the call left
 * it, the call is shown the file as it was before, so that it arrives at the
 * same write, which is not done again.
 */
export class JournaledFiles extends ForwardedFiles {
  private readonly _read = new Map<string, ITextFile>();

  constructor(
    files: IFiles,
    private _effects: EffectLog
  ) {
    super(files);
  }

  override async openText(
    path: string,
    maxBytes: number
  ): Promise<ITextFile | null> {
    const file = await this.files.openText(path, maxBytes);
    if (file) {
      this._read.set(inside(path), file);
    }
    const before = file && this._beforeWrite(path, file);
    if (before === null) {
      // The file did not exist when the call began, so this is the server's
      // error.
      throw new WorkspaceError(
        'not-found',
        this._effects.options.trans.__(
          'There was no file %1 when this began.',
          spoken(path)
        )
      );
    }
    return before === undefined || !file
      ? file
      : { ...file, text: before, version: hashText(before) };
  }

  override async writeText(
    path: string,
    text: string,
    expected: string | null
  ): Promise<void> {
    const hash = hashText(text);
    const earlier = this._effects.replay('write');
    if (earlier) {
      if ((await this._now(path)) === hash) {
        return;
      }
      this._effects.checkRule();
    } else {
      const before = expected === null ? null : await this._before(path);
      await this._effects.note({
        kind: 'write',
        path: inside(path),
        ...(before !== undefined && { before }),
        hash
      });
    }
    try {
      await this.files.writeText(path, text, expected);
    } catch (error) {
      if (!earlier && isWorkspaceError(error) && UNWRITTEN.has(error.code)) {
        this._effects.refused();
      }
      throw error;
    }
  }

  /**
   * The content of a file before this call wrote it. Null if the file did not
   * exist, undefined if it is no longer as the call left it.
   */
  private _beforeWrite(
    path: string,
    file: ITextFile
  ): string | null | undefined {
    const ahead = this._effects.ahead;
    return ahead?.kind === 'write' &&
      ahead.path === inside(path) &&
      ahead.hash === hashText(file.text)
      ? ahead.before
      : undefined;
  }

  private async _before(path: string): Promise<string | undefined> {
    const file =
      this._read.get(inside(path)) ??
      (await this.files.openText(path, MAX_KEPT));
    return file && file.text.length <= MAX_KEPT ? file.text : undefined;
  }

  /** Hash of the file's present text; null if there is no file. */
  private async _now(path: string): Promise<string | null> {
    const file = await this.files
      .openText(path, MAX_KEPT)
      .catch(ifRefused(null, 'not-found'));
    return file && hashText(file.text);
  }
}

function inside(path: string): string {
  return pathFromRoot(path) ?? path;
}

/**
 * The shell for one call with effects: a command is recorded durably before it
 * starts, and is never started again automatically.
 */
export class JournaledShell implements IShell {
  constructor(
    private _shell: IShell,
    private _effects: EffectLog,
    /** Called before a command starts, which may read any file. */
    private _before: () => Promise<void>
  ) {}

  availability(): ReturnType<IShell['availability']> {
    return this._shell.availability();
  }

  environment(kernelspec?: string): ReturnType<IShell['environment']> {
    return this._shell.environment(kernelspec);
  }

  async run(
    command: Parameters<IShell['run']>[0],
    options: Parameters<IShell['run']>[1]
  ): Promise<ICommandRun> {
    await this._before();
    await noteUnrepeatable(this._effects, command.command);
    return this._shell.run(command, options);
  }
}

/**
 * Records an effect if nobody can find out afterwards whether it was done.
 *
 * @throws MayHaveRun if it was started before.
 */
async function noteUnrepeatable(
  effects: EffectLog,
  what: string
): Promise<void> {
  const before = effects.replay('shell');
  if (before) {
    throw before.isLast ? new MayHaveRun(before.effect) : effects.unclear();
  }
  await effects.note({ kind: 'shell', hash: hashText(what) });
}

/** The most characters that are stored of a server's questions. */
const MAX_ASKED = 200_000;

/**
 * The same for a call to a server. The server may want answers first; then
 * nothing is in progress, and the next page can ask again.
 *
 * @throws MayHaveRun if the call was started before and may be in progress.
 * @throws WorkspaceError if what the decision was based on has changed.
 */
export async function noteRemote(
  effects: EffectLog,
  what: string
): Promise<IAskedRounds> {
  const hash = hashText(what);
  const before = effects.replay('shell');
  const asked = before?.isLast ? before.effect.asked : undefined;
  if (before && !asked) {
    throw before.isLast ? new MayHaveRun(before.effect) : effects.unclear();
  }
  if (asked && effects.options.stale) {
    throw effects.changed();
  }
  // Checked before anything is asked: the rule that allowed the call may be
  // gone.
  await effects.note(
    { kind: 'shell', hash, ...(asked && { asked }) },
    { instead: asked !== undefined }
  );
  return {
    ...(asked && { unanswered: asked }),
    keep: async round => {
      const isKept = round && JSON.stringify(round).length <= MAX_ASKED;
      await effects.note(
        { kind: 'shell', hash, ...(isKept && { asked: round }) },
        { instead: true }
      );
    }
  };
}
