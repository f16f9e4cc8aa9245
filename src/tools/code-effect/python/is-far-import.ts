import {
  SHELL,
  isFarMember,
  isFarModule,
  isFarName,
  isPrivate,
  watchedModule
} from './words/is-far-name';
import { EVALUATORS, ONLY_CALLED, WATCHED } from './words/python-words';
import type { IImported } from './syntax/imported-names';

const PLAIN_PRIVATE_MODULES = /^\w+\._(?:typing|libs)\b/;

/** Whether an import reaches out, or gives something that does another name. */
export function isFarImport({ module, name, path, alias }: IImported): boolean {
  if (isFarModule(path) || (module !== '' && isFarModule(module))) {
    return true;
  }
  const parts = path.split('.');
  if (parts.some(part => isFarName(part))) {
    return true;
  }
  // What a library keeps to itself, nobody knows. Types are an exception.
  if (!PLAIN_PRIVATE_MODULES.test(path) && parts.some(isPrivate)) {
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
