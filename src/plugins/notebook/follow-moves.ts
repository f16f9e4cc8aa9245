import { PageConfig } from '@jupyterlab/coreutils';
import type { Contents } from '@jupyterlab/services';

import type { INotebookRule, IPreferences } from '../../contract';
import { endedRules, movedRules } from '../../contract/policy/notebook-binding';
import { serverRoot } from '../../contract/policy/server-root';
import type { ILazyPreferences, ILazyThreads } from '../../tokens';

/**
 * Conversations and rules go along with their notebook, and rules end with it,
 * whether the panel was ever open in this page or not. Nothing is loaded for it
 * until something is renamed or deleted.
 */
export function followMoves(
  contents: Pick<Contents.IManager, 'fileChanged'>,
  threads: ILazyThreads,
  preferences: ILazyPreferences
): void {
  const root = serverRoot(PageConfig.getOption);
  // Lives as long as the page.
  contents.fileChanged.connect((_, { type, oldValue, newValue }) => {
    const from = oldValue?.path;
    const to = newValue?.path;
    if (type === 'delete' && from) {
      void change(preferences, rules => endedRules(rules, root, from));
    }
    if (type !== 'rename' || !from || !to || from === to) {
      return;
    }
    if (newValue.type === 'notebook' || newValue.type === 'directory') {
      void change(preferences, rules => movedRules(rules, root, from, to));
      void move(threads, from, to);
    }
  });
}

async function move(
  threads: ILazyThreads,
  from: string,
  to: string
): Promise<void> {
  try {
    await (await threads.load()).moved(from, to);
  } catch (error) {
    console.error(
      'Cellwright: the conversations of a notebook did not follow its new name',
      error
    );
  }
}

async function change(
  preferences: ILazyPreferences,
  act: (rules: readonly INotebookRule[]) => readonly INotebookRule[]
): Promise<void> {
  try {
    await changeRules(await preferences.load(), act);
  } catch (error) {
    // It is for a notebook that is not there: nothing has it by then.
    console.error('Cellwright: a rule did not follow its notebook', error);
  }
}

/** Keeps the rules for notebooks as they are then, if that is a change. */
export async function changeRules(
  preferences: Pick<IPreferences, 'current' | 'setPolicy'>,
  act: (rules: readonly INotebookRule[]) => readonly INotebookRule[]
): Promise<boolean> {
  const { policy } = preferences.current;
  const notebooks = act(policy.notebooks);
  if (notebooks === policy.notebooks) {
    return false;
  }
  await preferences.setPolicy({ ...policy, notebooks: [...notebooks] });
  return true;
}
