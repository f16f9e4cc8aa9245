import type { ITranslator } from '../../contract';
import { isRecord, type TitleOf } from './settings-reader';

/** The part of a schema that says which names exist. */
interface IGroup {
  properties?: Record<string, IGroup>;
  /** Present where any name is allowed. */
  additionalProperties?: unknown;
}

/**
 * One sentence for each name that is not a setting: it may be a typing error.
 */
export function unknownSettings(
  user: unknown,
  schema: IGroup | undefined,
  trans: ITranslator,
  titleOf: TitleOf
): string[] {
  return schema
    ? namesIn(user, schema, []).map(names => {
        const name = names[names.length - 1];
        const group = names.slice(0, -1);
        return group.length === 0
          ? trans.__(
              'There is no setting “%1”, so it changes nothing. Check its spelling; it stays in the file as it is.',
              name
            )
          : trans.__(
              '“%1” has no setting “%2”, so it changes nothing. Check its spelling; it stays in the file as it is.',
              titleOf(group.join('.')),
              name
            );
      })
    : [];
}

function namesIn(
  value: unknown,
  { properties, additionalProperties }: IGroup,
  before: string[]
): string[][] {
  if (!isRecord(value) || !properties || additionalProperties) {
    return [];
  }
  return Object.entries(value).flatMap(([name, inner]) => {
    const path = [...before, name];
    if (Object.hasOwn(properties, name)) {
      return namesIn(inner, properties[name], path);
    }
    // JupyterLab once stored its comments this way.
    return name.startsWith('//') ? [] : [path];
  });
}
