import {
  hashText,
  type IAskedRounds,
  type ICommandRun,
  type IShell
} from '../../contract';
import type { EffectLog } from './effect-log';

/**
 * The server's machine as one call with an effect meets it: a command is
 * durable before it is begun, and never begun again by itself.
 */
export class JournaledShell implements IShell {
  constructor(
    private _shell: IShell,
    private _effects: EffectLog,
    /** Done before a command begins, which may read any file. */
    private _before: () => Promise<void>
  ) {}

  availability(): ReturnType<IShell['availability']> {
    return this._shell.availability();
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
 * Notes something of which nobody can learn afterwards whether it was done.
 *
 * @throws WorkspaceError where it was begun before.
 */
export async function noteUnrepeatable(
  effects: EffectLog,
  what: string
): Promise<void> {
  if (effects.replay('shell')) {
    throw effects.unclear();
  }
  await effects.note({ kind: 'shell', hash: hashText(what) });
}

/** Characters of what a server asked, that are kept at most. */
const MOST_ASKED = 200_000;

/**
 * The same for a call to a server, which may want answers before it goes on: then
 * nothing is under way, and the next page can ask the same again.
 *
 * @throws WorkspaceError where it was begun before and may be under way, or where
 * what was decided on has changed.
 */
export async function noteRemote(
  effects: EffectLog,
  what: string
): Promise<IAskedRounds> {
  const hash = hashText(what);
  const before = effects.replay('shell');
  const kept = before?.isLast ? before.effect.asked : undefined;
  if (before && !kept) {
    throw effects.unclear();
  }
  if (kept && effects.options.stale) {
    throw effects.changed();
  }
  // Before anything is asked: the rule that let it through may be gone.
  await effects.note(
    { kind: 'shell', hash, ...(kept && { asked: kept }) },
    kept !== undefined
  );
  return {
    ...(kept && { kept }),
    keep: async round => {
      const isKept = round && JSON.stringify(round).length <= MOST_ASKED;
      await effects.note(
        { kind: 'shell', hash, ...(isKept && { asked: round }) },
        true
      );
    }
  };
}
