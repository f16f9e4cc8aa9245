import type { Effect, ITranslator } from '../../contract';

/** What a call does, in two or three words. */
export function effectName(effect: Effect, trans: ITranslator): string {
  switch (effect) {
    case 'read':
      return trans.__('reads');
    case 'edit':
      return trans.__('edits');
    case 'execute':
      return trans.__('runs code');
    case 'write':
      return trans.__('writes a file');
    case 'shell':
      return trans.__('runs a shell command');
    case 'network':
      return trans.__('uses the network');
  }
}

/** What a standing rule lets the agent do, as the beginning of a sentence. */
export function effectSentence(effect: Effect, trans: ITranslator): string {
  switch (effect) {
    case 'read':
      return trans.__('Read cells, outputs, variables and files');
    case 'edit':
      return trans.__('Change cells of the notebook');
    case 'execute':
      return trans.__('Run code on the kernel');
    case 'write':
      return trans.__('Write files in the notebook’s folder');
    case 'shell':
      return trans.__('Run commands on the server');
    case 'network':
      return trans.__('Use the network');
  }
}
