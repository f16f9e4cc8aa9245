import { z } from 'zod';

import {
  type ITextFile,
  type IToolContext,
  WorkspaceError,
  type ITool
} from '../../contract';
import { spoken } from '../../contract/text/spoken';
import { baseName } from '../shared/files/mime-type';
import {
  MAX_WRITTEN,
  fileProposal,
  pathObjection,
  writePolicy
} from './file-proposal';
import { forCall, misplaced, placeOf } from '../shared/files/paths';
import { showsLines } from '../shared/files/shows-lines';
import { type Replacement, replaceOnce } from '../shared/text/replace-once';

const schema = z.object({
  path: z.string(),
  old: z.string().min(1),
  new: z.string(),
  description: z.string().optional()
});

type Arguments = z.infer<typeof schema>;

export const editFile: ITool<Arguments> = {
  name: 'edit_file',
  description: 'Replace a text that occurs once in a file you have read.',
  schema,
  effects: ['write', 'network'],
  effect: () => 'write',
  schemasOnly: true,
  policy: ({ path }, context) => writePolicy(path, context),
  async check(args, context) {
    const problem = pathObjection(args.path, context);
    if (problem !== null) {
      return problem;
    }
    if (args.old === args.new) {
      return '"old" and "new" are the same text, so nothing would change.';
    }
    const instead = await misplaced(args.path, context, 'file');
    if (instead !== null) {
      return instead;
    }
    const { edit } = await edited(args, context);
    return 'problem' in edit ? edit.problem : null;
  },
  async propose(args, context) {
    const { path, file, edit } = await edited(args, context);
    return {
      ...fileProposal(
        {
          path,
          before: file.text,
          text: 'text' in edit ? edit.text : file.text
        },
        context
      ),
      ...(args.description ? { reason: args.description } : {}),
      basis: file.version,
      content: file.text
    };
  },
  running: ({ path }, trans) => trans.__('Changing %1', spoken(baseName(path))),
  async run(args, context) {
    const { trans } = context;
    const { path, file, edit } = await edited(args, context);
    if ('problem' in edit) {
      return {
        text: edit.problem,
        ok: false,
        summary: trans.__('Could not change %1', spoken(baseName(path)))
      };
    }
    await context.files.writeText(path, edit.text, file.version);
    return {
      text: `Changed ${forCall(path, context)}.${file.isOpen ? ' It is open in a tab, which shows the change.' : ''}`,
      ok: true,
      summary: trans.__('Changed %1', spoken(baseName(path)))
    };
  }
};

/** The file's current text and the result of the edit. @throws WorkspaceError */
async function edited(
  { path: wanted, old, new: replacement }: Arguments,
  context: IToolContext
): Promise<{ path: string; file: ITextFile; edit: Replacement }> {
  const { files, trans } = context;
  const path = placeOf(wanted, context);
  const file = await files.openText(path, MAX_WRITTEN);
  if (!file) {
    throw new WorkspaceError(
      'failed',
      trans.__('“%1” is not a text file, so it can’t be edited.', path)
    );
  }
  return {
    path,
    file,
    // Whether "old" is found would tell something of the lines.
    edit: showsLines(path, context)
      ? replaceOnce(file.text, old, replacement)
      : {
          problem: `The lines of ${forCall(path, context)} are withheld: the person lets you see schemas only. So no passage of it can be replaced; change it with code in a cell.`
        }
  };
}
