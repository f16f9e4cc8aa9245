import { hashText, type ICommandRun, type IShell } from '../../contract';
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
