import {
  SHELL,
  isFarMember,
  isFarModule,
  isFarName,
  watchedModule
} from './words/is-far-name';
import { EVALUATORS, ONLY_CALLED, WATCHED } from './words/python-words';
import type { IImported } from './syntax/python-scopes';

/** Whether an import reaches out, or gives something that does another name. */
export function isFarImport({ module, name, path, alias }: IImported): boolean {
  if (isFarModule(path) || (module !== '' && isFarModule(module))) {
    return true;
  }
  const parts = path.split('.');
  if (parts.some(part => isFarName(part))) {
    return true;
  }
  if (module === '') {
    const last = watchedModule(parts[parts.length - 1]);
    return last !== null && alias !== null && alias !== path;
  }
  const isRenamed = alias !== null && alias !== name;
  const from = watchedModule(module);
  if (from !== null && (name === '*' || isFarMember(from, name))) {
    return true;
  }
  return (
    (name === 'system' && module !== 'platform') ||
    (from === 'sys' && name === 'modules') ||
    (isRenamed &&
      (SHELL.test(name) ||
        EVALUATORS.has(name) ||
        ONLY_CALLED.has(name) ||
        WATCHED.has(watchedModule(name) ?? '') ||
        /^(?:timeit|cProfile|profile)$/.test(module)))
  );
}
