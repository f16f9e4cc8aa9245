import { staleText, type IEvidence, type ITranslator } from '../../contract';
import { nodesIn } from '../model/map-tree';
import { nodeText } from '../model/node-text';
import type { IReportDocument } from '../model/report-document';
import { citedEvidence } from './cited-evidence';
import { spoken } from '../../contract/text/spoken';

/**
 * Where a piece of evidence is, as a reader looks for it: ids and hashes are
 * only in the record.
 *
 * @param own path of the report's notebook, which needs no name.
 */
export function evidencePlace(
  { source }: IEvidence,
  own: string,
  trans: ITranslator
): string {
  switch (source.from) {
    case 'file':
      return source.notebook;
    case 'conversation':
      return trans.__('the conversation “%1”', source.notebook);
    case 'variables':
      return trans.__('variables of the kernel of %1', spoken(source.notebook));
  }
  const cell =
    source.executionCount !== null
      ? trans.__('Cell [%1]', source.executionCount)
      : source.position !== undefined
        ? trans.__('Cell no. %1', source.position + 1)
        : trans.__('A cell');
  return source.notebook === own
    ? cell
    : trans.__('%1 of %2', cell, spoken(source.notebook));
}

/** Why an output may not be that of its code, one sentence each. */
export function staleSentences(
  { stale }: IEvidence,
  trans: ITranslator
): string[] {
  return (
    stale
      // That a run was not recorded is true of every notebook from a file.
      .filter(mark => mark !== 'unknown')
      .map(mark => staleText(mark, trans))
  );
}

/** Notes of a text by their key: pieces of one cell share one. */
export interface INotes {
  /** Key of the note on a piece; undefined for none. */
  keyOf(id: string): string | undefined;
  texts: ReadonlyMap<string, string>;
  /** Key of a note that the person wrote. */
  ownKeyOf(identifier: string): string;
}

export function notesOf(document: IReportDocument, trans: ITranslator): INotes {
  const keys = new Map<string, string>();
  const texts = new Map<string, string>();
  const bySource = new Map<string, string>();
  for (const evidence of citedEvidence(document)) {
    const { id, source } = evidence;
    const text = [
      `${evidencePlace(evidence, document.details.notebook, trans)}.`,
      ...staleSentences(evidence, trans)
    ].join(' ');
    const place = JSON.stringify([source.notebook, source.cellId, text]);
    const key = bySource.get(place) ?? id;
    bySource.set(place, key);
    keys.set(id, key);
    texts.set(key, text);
  }
  for (const each of nodesIn(document.tree)) {
    if (each.type === 'footnoteDefinition') {
      texts.set(ownKey(each.identifier), nodeText(each));
    }
  }
  return { keyOf: id => keys.get(id), texts, ownKeyOf: ownKey };
}

function ownKey(identifier: string): string {
  return `note ${identifier}`;
}
