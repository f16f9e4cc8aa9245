import { z } from 'zod';

import {
  type ITextFile,
  type IToolContext,
  WorkspaceError,
  ifRefused,
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
import { formatCount } from '../../contract/text/format-size';

const schema = z.object({
  path: z.string(),
  content: z.string(),
  overwrite: z.boolean().optional(),
  description: z.string().optional()
});

type Arguments = z.infer<typeof schema>;

export const writeFile: ITool<Arguments> = {
  name: 'write_file',
  description: 'Write a text file; folders are made.',
  schema,
  effects: ['write', 'network'],
  effect: () => 'write',
  schemasOnly: true,
  policy: ({ path }, context) => writePolicy(path, context),
  async check(args, context) {
    const file = await writable(args, context);
    return 'problem' in file ? file.problem : null;
  },
  async propose(args, context) {
    const { path, now } = await target(args.path, context);
    return {
      ...fileProposal(
        { path, before: now?.text ?? null, text: args.content },
        context
      ),
      ...(args.description ? { reason: args.description } : {}),
      editable: 'content',
      basis: now?.version ?? 'new',
      ...(now && { content: now.text })
    };
  },
  running: ({ path }, trans) => trans.__('Writing %1', spoken(baseName(path))),
  async run(args, context) {
    const { files, trans } = context;
    // A standing rule shows no card, but the checks behind the card still
    // apply.
    const file = await writable(args, context);
    if ('problem' in file) {
      return {
        text: file.problem,
        ok: false,
        summary: trans.__('Could not write %1', spoken(baseName(args.path)))
      };
    }
    const { path, now } = file;
    await files.writeText(path, args.content, now?.version ?? null);
    const lines = args.content.replace(/\n$/, '').split('\n').length;
    const noun = lines === 1 ? 'line' : 'lines';
    return {
      text: `${now ? 'Replaced' : 'Wrote'} ${forCall(path, context)}: ${formatCount(lines)} ${noun}.${now?.isOpen ? ' It is open in a tab, which shows the change.' : ''}`,
      ok: true,
      summary: now
        ? trans.__('Replaced %1', spoken(baseName(path)))
        : trans.__('Wrote %1', spoken(baseName(path)))
    };
  }
};

interface ITarget {
  path: string;
  /** The text to be replaced; null for a new file. */
  now: ITextFile | null;
}

/** Where a write would go, or why it can't be done, in words for the model. */
async function writable(
  { path, content, overwrite }: Arguments,
  context: IToolContext
): Promise<ITarget | { problem: string }> {
  const problem = pathObjection(path, context);
  if (problem !== null) {
    return { problem };
  }
  if (content.length > MAX_WRITTEN) {
    return {
      problem: `The content has ${formatCount(content.length)} characters, more than a person can check on a card. Write it with code in a cell instead.`
    };
  }
  const file = await target(path, context);
  if (!file.now) {
    const instead = await misplaced(path, context, 'folder');
    if (instead !== null) {
      return { problem: `${instead} "./" in front makes the new folder.` };
    }
  }
  return file.now && !overwrite
    ? {
        problem: `${forCall(file.path, context)} already exists. Change it with edit_file, choose another name, or call write_file with overwrite=true.`
      }
    : file;
}

/** @throws WorkspaceError also for a file too large for a card. */
async function target(wanted: string, context: IToolContext): Promise<ITarget> {
  const { files, trans } = context;
  const path = placeOf(wanted, context);
  const now = await files
    .openText(path, MAX_WRITTEN)
    .catch(ifRefused(undefined, 'not-found'));
  if (now === undefined) {
    return { path, now: null };
  }
  if (!now) {
    throw new WorkspaceError(
      'failed',
      trans.__('“%1” exists and is not text. Choose another name.', path)
    );
  }
  return { path, now };
}
