import type { Effect, ITranslator } from '../../contract';

/** What a call does, in two or three words. */
export function effectName(effect: Effect, trans: ITranslator): string {
  return {
    read: trans.__('reads'),
    edit: trans.__('edits'),
    execute: trans.__('runs code'),
    write: trans.__('writes a file'),
    shell: trans.__('may run commands'),
    network: trans.__('uses the network')
  }[effect];
}

/** What a standing rule lets the agent do, as the beginning of a sentence. */
export function effectSentence(effect: Effect, trans: ITranslator): string {
  return {
    read: trans.__('Read cells, outputs, variables and files'),
    edit: trans.__('Change cells of the notebook'),
    execute: trans.__('Run code on the kernel'),
    write: trans.__('Write files in the notebook’s folder'),
    shell: trans.__('Run commands on the server'),
    network: trans.__('Use the network')
  }[effect];
}
