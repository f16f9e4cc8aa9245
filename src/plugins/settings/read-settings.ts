import { JSONExt, type PartialJSONObject } from '@lumino/coreutils';

import type {
  IAgentSettings,
  IMcpSettings,
  IModelChoice,
  ITranslator
} from '../../contract';
import {
  agentSettings,
  DEFAULT_FILE,
  SETTINGS_FILE,
  type SettingsFile,
  settingsSchema,
  type ISettingSchema,
  UNREADABLE_SETTINGS
} from '../../contract/agent/agent-settings';
import { isRecord } from '../../contract/util/is-record';

/** Everything in `schema/plugin.json`, checked and ready for use. */
export interface ISettingsContent {
  agent: IAgentSettings;
  model: IModelChoice;
  /** The second model; null for none. */
  fallback: IModelChoice | null;
  /** MCP servers. */
  mcp: IMcpSettings;
  /** "host provider" of each recipient that the person was told about. */
  disclosed: readonly string[];
  /** Which values could not be used, in sentences. */
  problems: readonly string[];
}

/** Where an issue is: the setting ("limits.modelCalls"), and the entry in it. */
interface IPlace {
  path: PropertyKey[];
  setting: string;
  schema: ISettingSchema;
  entry: PropertyKey | undefined;
}

/** Enough characters of a value to find it by. */
const MAX_SHOWN = 60;

/**
 * Reads settings, whatever they contain. A value that cannot be used is
 * replaced by its default and reported in a sentence. All checks are here: the
 * schema of JupyterLab accepts everything, since a server drops all of a
 * person's settings if it rejects one of them.
 *
 * @param titleOf the title of a setting, by its path ("limits.modelCalls").
 */
export function readSettings(
  composite: unknown,
  trans: ITranslator,
  titleOf: (path: string) => string
): ISettingsContent {
  const raw = isRecord(composite)
    ? JSONExt.deepCopy(composite as PartialJSONObject)
    : {};
  const problems: string[] = [];
  const unknown: string[] = [];
  for (;;) {
    const { data, error } = SETTINGS_FILE.safeParse(raw);
    if (data) {
      return { ...contentOf(data), problems: [...problems, ...unknown] };
    }
    const places = new Map<string, IPlace>();
    for (const issue of error.issues) {
      if (issue.code === 'unrecognized_keys') {
        const [group] = issue.path;
        for (const name of issue.keys) {
          delete (at(raw, issue.path) as PartialJSONObject)[name];
          // JupyterLab once stored its comments this way.
          if (!name.startsWith('//')) {
            const title = group === undefined ? null : titleOf(String(group));
            unknown.push(unknownText(name, title, trans));
          }
        }
        continue;
      }
      const place = placeOf(issue.path);
      const key = JSON.stringify(place.path);
      if (!places.has(key)) {
        places.set(key, place);
        const isTaken = issue.code === 'custom';
        const title = titleOf(place.setting);
        problems.push(problemText(raw, place, isTaken, title, trans));
      }
    }
    // From the last, so that the positions in a list still hold.
    [...places.values()].reverse().forEach(place => mend(raw, place));
  }
}

export function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function contentOf(file: SettingsFile): Omit<ISettingsContent, 'problems'> {
  const { model, fallback, mcp } = file;
  return {
    agent: agentSettings(file),
    model: { ...choiceOf(model), provider: model.provider || 'demo' },
    fallback: ['', 'none'].includes(fallback.provider)
      ? null
      : choiceOf(fallback),
    mcp,
    disclosed: file.disclosed
  };
}

function choiceOf(group: SettingsFile['model']): IModelChoice {
  const { temperature, contextWindow, images, ...rest } = group;
  const { inputPrice: input, outputPrice: output, ...choice } = rest;
  return {
    ...choice,
    temperature: temperature ?? null,
    contextWindow: contextWindow ?? null,
    images: images === 'auto' ? null : images === 'yes',
    prices:
      input === undefined || output === undefined ? null : { input, output }
  };
}

function placeOf(path: PropertyKey[]): IPlace {
  let schema = settingsSchema();
  let depth = 0;
  while (schema.properties && depth < path.length) {
    schema = schema.properties[String(path[depth])];
    depth++;
  }
  return {
    path: path.slice(0, depth + 1),
    setting: path.slice(0, depth).join('.'),
    schema,
    entry: path[depth]
  };
}

/** What is used in place of what cannot be read; undefined for nothing. */
function insteadOf({ path, setting, entry }: IPlace): unknown {
  return typeof entry === 'number'
    ? undefined
    : setting === 'policy.interruptOn' && entry !== undefined
      ? true
      : (at(UNREADABLE_SETTINGS, path) ?? at(DEFAULT_FILE, path));
}

function mend(raw: PartialJSONObject, place: IPlace): void {
  const { path, entry } = place;
  const parent = at(raw, path.slice(0, -1)) as PartialJSONObject;
  const instead = insteadOf(place) as PartialJSONObject | undefined;
  const last = String(path[path.length - 1]);
  if (typeof entry === 'number') {
    (parent as unknown as unknown[]).splice(entry, 1);
  } else if (instead === undefined) {
    delete parent[last];
  } else {
    parent[last] = JSONExt.deepCopy(instead);
  }
}

function at(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, name) =>
      typeof inner === 'object' && inner !== null && Object.hasOwn(inner, name)
        ? (inner as Record<PropertyKey, unknown>)[name]
        : undefined,
    value
  );
}

function problemText(
  raw: unknown,
  place: IPlace,
  isTaken: boolean,
  title: string,
  trans: ITranslator
): string {
  const { path, entry, schema } = place;
  const value = JSON.stringify(at(raw, path));
  const what = trans.__(
    'The setting “%1” has %2, which cannot be used: it takes %3.',
    title,
    (typeof entry === 'string' ? `${entry}: ${value}` : value).slice(
      0,
      MAX_SHOWN
    ),
    isTaken
      ? trans.__('a name that no other server has')
      : expectedText(place, trans)
  );
  const instead = insteadOf(place);
  return instead === undefined || schema.properties
    ? what
    : `${what} ${trans.__('%1 is used instead.', JSON.stringify(instead))}`;
}

function expectedText(
  { setting, schema, entry }: IPlace,
  trans: ITranslator
): string {
  if (['policy.shell', 'policy.network'].includes(setting)) {
    return trans.__(
      'a rule for one turn or for one notebook, and never for all'
    );
  }
  if (entry === undefined) {
    return typeText(schema, trans);
  }
  switch (setting) {
    case 'policy.notebooks':
      return trans.__(
        'a notebook’s path and id, and a list of effects other than commands and the network'
      );
    case 'policy.serverTools':
      return trans.__('a tool of a server, with its address and hash');
    case 'policy.interruptOn':
      return trans.__('true, false, or the decisions a card offers');
    case 'mcp.servers':
      return trans.__('a server’s name and address, and how you sign in to it');
    case 'model.options':
    case 'fallback.options':
      return trans.__('text, numbers, and yes or no');
    default:
      return typeText(schema.items ?? schema.additionalProperties!, trans);
  }
}

function typeText(schema: ISettingSchema, trans: ITranslator): string {
  const { type, enum: values, minimum, maximum } = schema;
  switch (type) {
    case 'boolean':
      return trans.__('yes or no');
    case 'integer':
      return trans.__('a whole number from %1 to %2', minimum!, maximum!);
    case 'number':
      return trans.__('a number from %1 to %2', minimum!, maximum!);
    case 'array':
      return trans.__('a list');
    case 'object':
      return trans.__('names and values');
    default:
      return values
        ? trans.__('one of %1', values.join(', '))
        : trans.__('text');
  }
}

/** A name that is not a setting may be a typing error. */
function unknownText(
  name: string,
  group: string | null,
  trans: ITranslator
): string {
  return group === null
    ? trans.__(
        'There is no setting “%1”, so it changes nothing. Check its spelling; it stays in the file as it is.',
        name
      )
    : trans.__(
        '“%1” has no setting “%2”, so it changes nothing. Check its spelling; it stays in the file as it is.',
        group,
        name
      );
}
