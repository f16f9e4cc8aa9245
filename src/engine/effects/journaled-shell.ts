import {
  hashText,
  type IAskedRounds,
  type ICommandRun,
  type IShell
} from '../../contract';
import { MayHaveRun, type EffectLog } from './effect-log';

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
export async function noteUnrepeatable(
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
