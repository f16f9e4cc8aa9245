import { PageConfig } from '@jupyterlab/coreutils';
import type { Contents } from '@jupyterlab/services';

import type { INotebookRule, IPreferences } from '../../contract';
import { endedRules, movedRules } from '../../contract/policy/notebook-binding';
import { serverRoot } from '../../contract/policy/server-root';
import type { ILazyPreferences, ILazyThreads } from '../../tokens';

/**
 * Makes conversations and rules follow their notebook, and ends rules with it,
 * even if the panel was never opened in this page. Nothing is loaded for this
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
    // The rule is for a notebook that no longer exists, so it applies to
    // nothing.
    console.error('Cellwright: a rule did not follow its notebook', error);
  }
}

/** Stores the rules for notebooks that `act` returns, if it changed them. */
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
