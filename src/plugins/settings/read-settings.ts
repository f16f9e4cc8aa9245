import type {
  IAgentSettings,
  IMcpSettings,
  IModelChoice,
  ITranslator
} from '../../contract';
import { DEFAULT_SETTINGS } from '../../contract/agent/agent-settings';
import { MEMORY_KINDS } from '../../contract/memory/memory-kinds';
import { readChoice } from './choice-in-settings';
import { readMcp } from './read-mcp';
import { readMemory, readPlan } from './read-plan';
import { readPolicy } from './read-policy';
import { SettingsReader, type TitleOf } from './settings-reader';

/** Everything in `schema/plugin.json`, checked and ready for use. */
export interface ISettingsContent {
  agent: IAgentSettings;
  model: IModelChoice;
  /** The second model; null for none. */
  fallback: IModelChoice | null;
  /** MCP servers. */
  mcp: IMcpSettings;
  /** "host provider" of each recipient that the person was told about. */
  told: string[];
  /** Which values could not be used, in sentences. */
  problems: string[];
}

/** The bounds are wide: they exclude what would break, not what is unusual. */
const MAX_CALLS = 1_000;
/** Ten years. */
const MAX_DAYS = 3_650;
/** Thirty days. */
const MAX_MINUTES = 43_200;
const MAX_MEGABYTES = 100_000;

/** Reads settings, whatever they contain; see `SettingsReader`. */
export function readSettings(
  composite: unknown,
  trans: ITranslator,
  titleOf: TitleOf
): ISettingsContent {
  const read = new SettingsReader(composite, trans, titleOf);
  const fallback = readChoice(read, 'fallback', trans);
  return {
    agent: readAgentSettings(read, trans),
    model: readChoice(read, 'model', trans),
    fallback: ['', 'none'].includes(fallback.provider) ? null : fallback,
    mcp: readMcp(read, trans),
    told: read.texts('told', []),
    problems: read.problems
  };
}

function readAgentSettings(
  read: SettingsReader,
  trans: ITranslator
): IAgentSettings {
  const { limits, summary, context, privacy, threads, reports, ...rest } =
    DEFAULT_SETTINGS;
  return {
    policy: readPolicy(read, trans),
    limits: {
      modelCalls: read.integer(
        'limits.modelCalls',
        limits.modelCalls,
        1,
        MAX_CALLS
      ),
      callsPerStep: read.integer('limits.callsPerStep', 0, 0, 100) || null,
      toolCalls: read.entries(
        'limits.toolCalls',
        isLimit,
        trans.__('a whole number from %1 to %2', 0, MAX_CALLS),
        limits.toolCalls
      ),
      approvalMinutes:
        read.integer('limits.approvalMinutes', 0, 0, MAX_MINUTES) || null,
      approvalTimeout: read.choice(
        'limits.approvalTimeout',
        limits.approvalTimeout,
        ['reject', 'cancel']
      )
    },
    summary: {
      trigger: read.choice('summary.trigger', summary.trigger, [
        'window',
        'small',
        'off'
      ]),
      keep: read.integer('summary.keep', summary.keep, 2, 200)
    },
    context: {
      keepResults: read.integer(
        'context.keepResults',
        context.keepResults,
        1,
        MAX_CALLS
      ),
      facts: read.flag('context.facts', context.facts),
      continuation: read.choice('context.continuation', context.continuation, [
        'auto',
        'on',
        'off'
      ]),
      todos: read.flag('context.todos', context.todos)
    },
    plan: readPlan(read),
    memory: readMemory(read, trans.__('one of %1', MEMORY_KINDS.join(', '))),
    search: {
      // An unreadable value is not consent to send anything.
      meaning: read.flag('search.meaning', rest.search.meaning, false),
      model: read.text('search.model', rest.search.model).trim()
    },
    language: read.text('answers.language', rest.language).trim(),
    instructions: read.text('answers.instructions', rest.instructions),
    systemPrompt: read.text('answers.systemPrompt', rest.systemPrompt),
    skillsFolder: read.text('answers.skillsFolder', rest.skillsFolder).trim(),
    privacy: {
      // Whoever changed the default wanted less to be sent.
      schemasOnly: read.flag('privacy.schemasOnly', privacy.schemasOnly, true),
      deny: read.texts('privacy.deny', privacy.deny)
    },
    reports: {
      pieces: read.integer('reports.pieces', reports.pieces, 1, 50),
      checks: {
        checklist: read.flag('reports.checklist', reports.checks.checklist),
        complete: read.flag('reports.complete', reports.checks.complete),
        numbers: read.flag('reports.numbers', reports.checks.numbers),
        figures: read.flag('reports.figures', reports.checks.figures),
        links: read.flag('reports.links', reports.checks.links),
        length: read.flag('reports.length', reports.checks.length)
      },
      evidenceMinutes:
        read.integer('reports.evidenceMinutes', 0, 0, MAX_MINUTES) || null,
      templatesFolder: read
        .text('reports.templatesFolder', reports.templatesFolder)
        .trim(),
      template: read.text('reports.template', reports.template).trim()
    },
    save: read.flag('save', rest.save),
    provenance: read.flag('provenance', rest.provenance),
    notify: read.flag('notify', rest.notify),
    threads: {
      storage: read.choice('threads.storage', threads.storage, [
        'browser',
        'files'
      ]),
      keepDays: read.integer('threads.keepDays', threads.keepDays, 0, MAX_DAYS),
      keepMegabytes: read.integer(
        'threads.keepMegabytes',
        threads.keepMegabytes,
        0,
        MAX_MEGABYTES
      )
    },
    debug: read.flag('debug', rest.debug)
  };
}

function isLimit(value: unknown): value is number {
  return (
    Number.isInteger(value) &&
    (value as number) >= 0 &&
    (value as number) <= MAX_CALLS
  );
}
