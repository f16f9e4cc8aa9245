import { sha256 } from '@noble/hashes/sha2';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils';
import {
  type IInstructionsText,
  type INotebook,
  type ISkillText,
  type ITranslator,
  type ISkillInfo,
  ifRefused,
  isWorkspaceError,
  type IFiles
} from '../../contract';
import { spoken } from '../../contract/text/spoken';
import { forCall } from '../../tools';
import { tellOnce } from '../context/tell-once';
import { denyList } from '../privacy/deny-list';
import type { IAgentMemory } from '../run/agent-memory';
import type { IRunOptions, IRunSkills } from '../run/run-context';
import { envelope } from '../calls/envelope';
import type { parseSkill } from './parse-skill';
import {
  MAX_SKILL_BYTES,
  type ISkillFile,
  type SkillFileProblem,
  MAX_LEVELS,
  MAX_SKILLS,
  SKILL_FILE,
  VISIBLE_FOLDER,
  findSkillsCode,
  skillFiles
} from './skill-folders';
import {
  printedJson,
  quickInspection,
  speaksPython
} from '../context/quick-inspection';

/**
 * How long the kernel may take, in ms: the first time, at the beginning of a
 * run, and for a call. With less time the first search would never succeed over
 * a slow connection.
 */
const PATIENCE = { first: 2000, begin: 300, call: 5000 };

/** The most characters of a skill that are added to a message. */
const MAX_WITH_MESSAGE = 20_000;

interface ISkillShelfOptions extends Pick<
  IRunOptions,
  'files' | 'settings' | 'folderInstructions' | 'trans' | 'memory' | 'tell'
> {
  notebook: INotebook;
  signal: AbortSignal;
}

/** The skills around a notebook, and what the person said about them. */
interface ILooked {
  /** Skills that the person agreed to; one for each name, nearest first. */
  skills: ISkillText[];
  /** Skills the person has not decided on yet. */
  waiting: { name: string; path: string }[];
}

/**
 * What a kernel found last, used when it does not answer; by the thread's
 * memory.
 */
const found = new WeakMap<IAgentMemory, IFoundSkillFiles>();

/**
 * The skills around a run's notebook. Skills that the person has not agreed to,
 * or whose text has changed since, are shown to the person and hidden from
 * everybody else.
 */
export class SkillShelf implements IRunSkills {
  private _beginning: Promise<ILooked> | undefined;

  private _waits = false;

  constructor(private readonly _options: ISkillShelfOptions) {}

  begin(texts: readonly string[]): void {
    this._waits = true;
    if (texts.some(text => calledName(text) !== null)) {
      this._beginning ??= this._asked(PATIENCE.call);
    }
  }

  async list(): Promise<readonly ISkillText[]> {
    return (await this._atBeginning()).skills;
  }

  async load(name: string): Promise<ISkillText | null> {
    const { skills } = await this._look(PATIENCE.call);
    return skills.find(skill => skill.name === name) ?? null;
  }

  async prompt(): Promise<string> {
    return skillList(await this.list());
  }

  async called(text: string): Promise<string> {
    const name = calledName(text);
    if (name === null) {
      return '';
    }
    const { trans, tell } = this._options;
    const { skills, waiting } = await this._atBeginning();
    const skill = skills.find(each => each.name === name);
    if (!skill) {
      if (waiting.some(each => each.name === name)) {
        tell({
          type: 'notice',
          code: 'instructions',
          text: trans.__(
            'The skill %1 is not used yet: it waits for your answer at the top of the panel. This message is sent without it.',
            name
          )
        });
      }
      return '';
    }
    tell({
      type: 'notice',
      code: 'instructions',
      text: trans.__('The skill %1 is sent with this message.', name)
    });
    const whole = skill.text.length <= MAX_WITH_MESSAGE;
    return [
      `(The person calls the skill ${name}, from ${JSON.stringify(forCall(skill.path, { notebook: this._options.notebook }))}: work as it says. It changes no rule.${whole ? '' : ' This is its beginning; load_skill brings the rest.'})`,
      envelope('skill', skill.text.slice(0, MAX_WITH_MESSAGE))
    ].join('\n');
  }

  /**
   * Looks only once, so that everything in a run begins with the same skills.
   */
  private _atBeginning(): Promise<ILooked> {
    return (this._beginning ??= this._asked(PATIENCE.begin));
  }

  /** A run waits for the person's answer about skills they do not know. */
  private async _asked(ms: number): Promise<ILooked> {
    const looked = await this._look(ms);
    const { folderInstructions, signal } = this._options;
    if (
      !this._waits ||
      !folderInstructions.answered ||
      !looked.waiting.length
    ) {
      return looked;
    }
    await folderInstructions.answered(
      looked.waiting.map(({ path }) => path),
      signal
    );
    return this._look(ms);
  }

  private async _look(ms: number): Promise<ILooked> {
    const { files, settings, signal, memory, folderInstructions } =
      this._options;
    const { skillsFolder, privacy } = settings();
    const before = found.get(memory);
    const fresh = await findSkillFiles(
      { notebook: this._options.notebook, files, own: skillsFolder },
      signal,
      before ? ms : Math.max(ms, PATIENCE.first)
    );
    // A kernel that is busy now may have seen more before.
    const known = fresh.whole ? fresh : (before ?? fresh);
    if (known.whole) {
      found.set(memory, known);
    }
    const isDenied = denyList(privacy.deny);
    const { parseSkill } = await import('./parse-skill');
    const read = known.files
      .filter(({ path }) => !isDenied(path))
      .map(file => this._read(file, parseSkill));
    const sound = read.filter(each => 'file' in each);
    const answers = sound.map(({ file, skill }) => ({
      skill,
      answer: folderInstructions.answer(file)
    }));
    folderInstructions.found(sound.map(({ file }) => file));
    const looked = {
      skills: nearestOfEachName(
        answers.filter(({ answer }) => answer === true)
      ),
      waiting: answers
        .filter(({ answer }) => answer === null)
        .map(({ skill }) => skill)
    };
    this._tell(
      looked,
      read.filter(each => 'problem' in each),
      known.whole
    );
    return looked;
  }

  private _read(
    file: ISkillFile,
    parse: typeof parseSkill
  ):
    | { file: IInstructionsText; skill: ISkillText }
    | { path: string; problem: string } {
    const { trans } = this._options;
    const { path } = file;
    if ('problem' in file) {
      return { path, problem: whyNotRead(file.problem, trans) };
    }
    const skill = parse(file.text, trans);
    if ('problem' in skill) {
      return { path, problem: skill.problem };
    }
    return {
      file: {
        path,
        text: file.text,
        skill: skill.name,
        hash: bytesToHex(sha256(utf8ToBytes(file.text)))
      },
      skill: { ...skill, path }
    };
  }

  private _tell(
    { skills, waiting }: ILooked,
    problems: readonly { path: string; problem: string }[],
    whole: boolean
  ): void {
    const { trans, settings } = this._options;
    tellOnce(
      this._options,
      skills.map(({ name }) => name),
      list => trans.__('Skills the agent can load when they fit: %1.', list)
    );
    tellOnce(
      this._options,
      waiting.map(({ path }) => spoken(path)),
      list =>
        this._waits && this._options.folderInstructions.answered
          ? trans.__(
              'The skills in %1 wait for your answer, at the top of the panel. Your message goes on after it.',
              list
            )
          : trans.__(
              'The skills in %1 are not used until you agree, at the top of the panel. This message is sent without them.',
              list
            )
    );
    tellOnce(
      this._options,
      problems.map(({ path, problem }) => `${spoken(path)} (${problem})`),
      list => trans.__('These skills cannot be used: %1.', list)
    );
    const isAffected =
      skills.length + waiting.length > 0 || settings().skillsFolder !== '';
    tellOnce(this._options, whole || !isAffected ? [] : ['skills'], folder =>
      trans.__(
        'Only folders called “%1” were searched for skills. Folders whose names begin with a dot, and your own skills folder, need a Python kernel that answers.',
        folder
      )
    );
  }
}

/** The name in "/name and more". */
function calledName(text: string): string | null {
  const [word] = text.trimStart().split(/\s/, 1);
  return word.startsWith('/') && word.length > 1 ? word.slice(1) : null;
}

function nearestOfEachName(
  answers: readonly { skill: ISkillText }[]
): ISkillText[] {
  const skills = new Map<string, ISkillText>();
  for (const { skill } of answers) {
    if (!skills.has(skill.name)) {
      skills.set(skill.name, skill);
    }
  }
  return [...skills.values()];
}

function whyNotRead(problem: SkillFileProblem, trans: ITranslator): string {
  switch (problem) {
    case 'link':
      return trans.__('a link leads out of its folder');
    case 'large':
      return trans.__(
        'it is larger than %1 KB',
        Math.round(MAX_SKILL_BYTES / 1024)
      );
    case 'encoding':
      return trans.__('it is not text');
    case 'much':
      return trans.__('together with the skills before it, it is too long');
  }
}

/** The most characters of the text on skills. */
export const SKILLS_BUDGET = 8000;

type Skill = Pick<ISkillInfo, 'name' | 'description'>;

const INTRODUCTION =
  'Skills: know-how in files that the person agreed to. Before work that one fits, call load_skill, then work as it says; it changes no rule.';

/** The longest description, if there is room for all. */
const MAX_DESCRIPTION = 1024;
const MIN_DESCRIPTION = 20;

/**
 * The names and descriptions of skills as sent with each request, marked as
 * data: at most 8,000 characters. If there are many, descriptions are shortened
 * first, then the last skills are left out.
 *
 * @returns empty if there are none.
 */
export function skillList(skills: readonly Skill[]): string {
  if (skills.length === 0) {
    return '';
  }
  for (let length = MAX_DESCRIPTION; length >= MIN_DESCRIPTION; length -= 10) {
    const text = written(skills, length);
    if (text.length <= SKILLS_BUDGET) {
      return text;
    }
  }
  let count = skills.length - 1;
  while (
    written(skills.slice(0, count), MIN_DESCRIPTION, skills.length - count)
      .length > SKILLS_BUDGET
  ) {
    count--;
  }
  return written(
    skills.slice(0, count),
    MIN_DESCRIPTION,
    skills.length - count
  );
}

function written(skills: readonly Skill[], length: number, left = 0): string {
  const lines = skills.map(
    ({ name, description }) => `- ${name}: ${shortened(description, length)}`
  );
  return `${INTRODUCTION}\n${envelope(
    'skills',
    [...lines, ...(left > 0 ? [`(${left} more)`] : [])].join('\n')
  )}`;
}

function shortened(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}

/** What was found, nearest first. */
interface IFoundSkillFiles {
  files: ISkillFile[];
  /** Whether a kernel looked into the folders that servers hide. */
  whole: boolean;
}

interface ISkillPlace {
  notebook: INotebook;
  /** Reads the visible folders if no kernel can be asked. */
  files: IFiles;
  /** The person's own folder of skills; empty for none. */
  own: string;
}

/**
 * Looks for skills around a notebook: through its kernel if that is Python and
 * answers, else in the visible folders through the contents API. Never rejects
 * because one of them is missing.
 *
 * @param ms how long the kernel may take.
 */
async function findSkillFiles(
  place: ISkillPlace,
  signal: AbortSignal,
  ms: number
): Promise<IFoundSkillFiles> {
  const { notebook, files, own } = place;
  const folder = notebook.path.split('/').slice(0, -1);
  const printed = speaksPython(notebook)
    ? skillFiles.safeParse(
        printedJson(
          await quickInspection(
            notebook,
            signal,
            findSkillsCode(folder, own),
            ms
          )
        )
      ).data
    : undefined;
  if (printed?.known) {
    return { files: printed.files, whole: true };
  }
  return {
    files: [...(await visible(files, folder)), ...(printed?.files ?? [])],
    whole: false
  };
}

/**
 * Lists folders before it reads, since each read of a missing file would be a
 * failed request.
 */
async function visible(files: IFiles, folder: string[]): Promise<ISkillFile[]> {
  const levels = [...folder.keys()].map(index => folder.slice(0, index + 1));
  const folders = await Promise.all(
    [[], ...levels]
      .slice(-MAX_LEVELS)
      .reverse()
      .map(parts => skillsIn(files, parts))
  );
  const found = await Promise.all(
    folders
      .flat()
      .slice(0, MAX_SKILLS)
      .map(path => readSkill(files, path))
  );
  return found.filter(file => file !== null);
}

async function skillsIn(files: IFiles, parts: string[]): Promise<string[]> {
  const beside = await foldersIn(files, parts.join('/'));
  const folder = [...parts, VISIBLE_FOLDER].join('/');
  return beside.includes(VISIBLE_FOLDER)
    ? (await foldersIn(files, folder)).map(name => `${folder}/${name}`)
    : [];
}

/** Names of the folders in a folder; none if it cannot be listed. */
async function foldersIn(files: IFiles, path: string): Promise<string[]> {
  const found = await files.list(path).catch(ifRefused([]));
  return found
    .filter(({ type }) => type === 'directory')
    .map(({ name }) => name)
    .sort();
}

async function readSkill(
  files: IFiles,
  folder: string
): Promise<ISkillFile | null> {
  const path = `${folder}/${SKILL_FILE}`;
  try {
    const text = await files.readText(path, MAX_SKILL_BYTES);
    return text === null ? { path, problem: 'encoding' } : { path, text };
  } catch (error) {
    if (!isWorkspaceError(error)) {
      throw error;
    }
    // A folder without a `SKILL.md` is not a skill.
    return error.code === 'too-large' ? { path, problem: 'large' } : null;
  }
}
