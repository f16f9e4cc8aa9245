import type { AgentMode, ITranslator } from '../../contract';
import { cellMark } from '../../contract/text/translator';
import { CommandIds } from '../util/command-ids';

/** A verb in the cell's menu. */
export interface ICellAction {
  command: string;
  /** Label in a menu of a cell. */
  label: string;
  caption: string;
  mode: AgentMode;
  /** Whether the message is sent at once; otherwise the person completes it. */
  send: boolean;
  /** Only for code cells. */
  code?: boolean;
  /** Only for cells whose last run failed. */
  failed?: boolean;
  /** Whether selected text is attached instead of the whole cell. */
  selection?: boolean;
  /** The message about a cell, by its id. */
  prompt(cellId: string): string;
}

/**
 * The verbs, in menu order. Those that change the cell name the tool and the
 * cell, so that they lead to a card for exactly that cell.
 */
export function cellActions(trans: ITranslator): ICellAction[] {
  return [
    {
      command: 'cellwright:explain-cell',
      label: trans.__('Explain'),
      caption: trans.__('Explain what this cell does'),
      mode: 'ask',
      send: true,
      prompt: cellId =>
        trans.__(
          'Explain cell %1: what it does, step by step, and what its output means. Change nothing.',
          cellMark(cellId)
        )
    },
    {
      command: CommandIds.fixCell,
      label: trans.__('Fix'),
      caption: trans.__('Find out why this cell failed and propose a change'),
      mode: 'agent',
      send: true,
      code: true,
      failed: true,
      prompt: cellId =>
        trans.__(
          'Fix cell %1, which failed. Find the cause from its error, its code and the variables involved, and say it in a sentence. Then propose the smallest change that fixes it: call edit_cell on cell %1 with the whole new source and run=true; or, if only an earlier cell has to run first, run that and then cell %1.',
          cellMark(cellId)
        )
    },
    {
      command: 'cellwright:improve-cell',
      label: trans.__('Improve'),
      caption: trans.__('Make this cell clearer and quicker'),
      mode: 'agent',
      send: true,
      prompt: cellId =>
        trans.__(
          'Improve this cell: clearer names, simpler or quicker code, the same result. Say in a sentence what gets better, then call edit_cell on cell %1 with the whole new source.',
          cellMark(cellId)
        )
    },
    {
      command: 'cellwright:document-cell',
      label: trans.__('Document'),
      caption: trans.__('Add comments and docstrings to this cell'),
      mode: 'agent',
      send: true,
      code: true,
      prompt: cellId =>
        trans.__(
          'Document this cell: docstrings for what it defines, comments where they say why. Leave the code itself as it is. Call edit_cell on cell %1 with the whole new source.',
          cellMark(cellId)
        )
    },
    {
      command: 'cellwright:test-cell',
      label: trans.__('Write tests'),
      caption: trans.__('Add a cell with tests of this cell'),
      mode: 'agent',
      send: true,
      code: true,
      prompt: cellId =>
        trans.__(
          'Write tests for what this cell defines: the usual case, the edges, and what must fail. Plain assertions, in one new cell right after it: call jupyter_cell with after="%1".',
          cellMark(cellId)
        )
    },
    {
      command: 'cellwright:ask-about-cell',
      label: trans.__('Ask about this cell…'),
      caption: trans.__('Ask Cellwright about this cell, or what is selected'),
      mode: 'agent',
      send: false,
      selection: true,
      prompt: () => ''
    },
    {
      command: 'cellwright:continue-from-cell',
      label: trans.__('Continue from here'),
      caption: trans.__('Go on with the analysis after this cell'),
      mode: 'agent',
      send: true,
      prompt: cellId =>
        trans.__(
          'Continue the analysis from here. Look at this cell and its output, say what the next step is and why, and propose it as one new cell right after it: call jupyter_cell with after="%1".',
          cellMark(cellId)
        )
    }
  ];
}
