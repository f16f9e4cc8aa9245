import type { FormComponent } from '@jupyterlab/ui-components';
import type { ComponentProps } from 'react';

type Validator = ComponentProps<typeof FormComponent>['validator'];
type Schema = Record<string, unknown>;

/**
 * A validator that only finds out which of several schemas a value fits. Other
 * validators compile code for that, which a strict content security policy
 * forbids. Answers are checked by the graph, and any problem is shown on the
 * card.
 */
export const FORM_VALIDATOR: Validator = {
  validateFormData: () => ({ errors: [], errorSchema: {} }),
  toErrorList: () => [],
  isValid: (schema, value, root) => fits(schema, value, root as Schema),
  rawValidation: () => ({})
};

/**
 * Whether a value fits a schema, as far as choosing between schemas requires.
 */
export function fits(schema: unknown, value: unknown, root: Schema): boolean {
  if (typeof schema === 'boolean') {
    return schema;
  }
  if (!isObject(schema)) {
    return true;
  }
  const rule =
    typeof schema.$ref === 'string' ? resolved(schema, root) : schema;
  return (
    fitsType(rule, value) &&
    (!Array.isArray(rule.enum) || rule.enum.some(one => same(one, value))) &&
    (!('const' in rule) || same(rule.const, value)) &&
    fitsParts(rule, value, root) &&
    every(rule.allOf, one => fits(one, value, root)) &&
    some(rule.anyOf, one => fits(one, value, root)) &&
    some(rule.oneOf, one => fits(one, value, root))
  );
}

function fitsParts(rule: Schema, value: unknown, root: Schema): boolean {
  if (isObject(value)) {
    const { properties, required } = rule;
    return (
      every(required, name => value[String(name)] !== undefined) &&
      Object.entries(isObject(properties) ? properties : {}).every(
        ([name, part]) =>
          value[name] === undefined || fits(part, value[name], root)
      )
    );
  }
  return !Array.isArray(value) || !isObject(rule.items)
    ? true
    : value.every(one => fits(rule.items, one, root));
}

function fitsType({ type }: Schema, value: unknown): boolean {
  const types = Array.isArray(type) ? type : type === undefined ? [] : [type];
  return types.length === 0 || types.some(one => isOfType(one, value));
}

function isOfType(type: unknown, value: unknown): boolean {
  switch (type) {
    case 'object':
      return isObject(value);
    case 'array':
      return Array.isArray(value);
    case 'integer':
      return Number.isInteger(value);
    case 'null':
      return value === null;
    default:
      return typeof value === type;
  }
}

/** The schema that "#/$defs/name" refers to. */
function resolved({ $ref }: Schema, root: Schema): Schema {
  let at: unknown = root;
  for (const part of String($ref).replace(/^#\/?/, '').split('/')) {
    at = isObject(at) ? at[part] : undefined;
  }
  return isObject(at) ? at : {};
}

function every(list: unknown, test: (one: unknown) => boolean): boolean {
  return !Array.isArray(list) || list.every(test);
}

function some(list: unknown, test: (one: unknown) => boolean): boolean {
  return !Array.isArray(list) || list.some(test);
}

function same(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

function isObject(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
