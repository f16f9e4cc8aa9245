import { z } from 'zod';

import type { ITool } from '../../contract';
import { spoken } from '../../contract/text/spoken';
import { forCall } from '../shared/files/paths';

/** Maximum number of characters of a skill that are read at once. */
const BUDGET = 20_000;

const schema = z.object({
  name: z.string(),
  start_line: z.number().optional()
});

export const loadSkill: ITool<z.infer<typeof schema>> = {
  name: 'load_skill',
  description: 'Read a skill.',
  schema,
  effects: ['read'],
  effect: () => 'read',
  // A person wrote it and agreed to it, so it is not output.
  schemasOnly: true,
  offered: ({ skills }) => skills > 0,
  running: ({ name }, trans) => trans.__('Loading the skill %1', spoken(name)),
  async run({ name, start_line = 1 }, context) {
    const { skills, trans } = context;
    const start = Math.max(1, Math.floor(start_line));
    const skill = (await skills?.load(name)) ?? null;
    if (skill === null) {
      const names = ((await skills?.list()) ?? []).map(each => each.name);
      return {
        text: `There is no skill ${JSON.stringify(name)} that the person agreed to${names.length > 0 ? `: there are ${names.join(', ')}` : ''}. Go on without it.`,
        ok: false,
        summary: trans.__('There is no skill %1 to use', spoken(name))
      };
    }
    const lines = skill.text.split('\n').slice(start - 1);
    const { text, read } = wholeLines(lines);
    const next = read < lines.length ? start + read : null;
    return {
      text: [
        `Skill ${skill.name}, in ${forCall(skill.path, context)}. Read the files it names with read_file, from its folder.`,
        `---`,
        text,
        ...(next === null
          ? []
          : [`… more from line ${next}: load_skill with start_line=${next} …`])
      ].join('\n'),
      ok: true,
      summary: trans.__('Loaded the skill %1', skill.name)
    };
  }
};

/** As many complete lines as fit; if a single line is too long, its beginning. */
function wholeLines(lines: readonly string[]): { text: string; read: number } {
  let left = BUDGET;
  let read = 0;
  while (read < lines.length && lines[read].length + 1 <= left) {
    left -= lines[read].length + 1;
    read++;
  }
  return read === 0 && lines.length > 0
    ? { text: lines[0].slice(0, BUDGET), read: 1 }
    : { text: lines.slice(0, read).join('\n'), read };
}
