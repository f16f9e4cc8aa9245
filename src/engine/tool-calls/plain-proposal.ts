import type { IProposal, ITool } from '../../contract';
import type { Run } from '../run/run';

/**
 * The card of a call that only reads, for a person who wants to be asked about
 * those as well: what it does in a line, and its arguments as they are.
 */
export function plainProposal(
  { options: { trans, notebook } }: Run,
  tool: ITool,
  args: Record<string, unknown>
): IProposal {
  return {
    title: trans.__('Look something up'),
    sentence: tool.running(args, trans),
    place: notebook.isOpen ? notebook.name : '',
    body: {
      kind: 'code',
      mimeType: 'application/json',
      text: JSON.stringify(args, null, 2)
    }
  };
}
