import { readCorpus } from '../../testing/corpus/read-corpus';
import { formPlan } from './form-plan';

interface ICase {
  name: string;
  schema: Record<string, unknown>;
  values: Record<string, unknown>;
  /** Whether a form can show the values completely. */
  form: boolean;
  /** Multi-line fields, by their path in `looks`. */
  tall?: string[];
  /** Fields shown as text, whatever format they claim. */
  plain?: string[];
  /** Formats that fields keep. */
  formats?: Record<string, string>;
}

const CASES = readCorpus<ICase>('server-forms').map((each): [string, ICase] => [
  each.name,
  each
]);

/** Paths of multi-line fields. */
function tallIn(looks: unknown, place: string[] = []): string[] {
  if (typeof looks !== 'object' || looks === null) {
    return [];
  }
  return Object.entries(looks).flatMap(([key, value]) =>
    key === 'ui:widget'
      ? [place.join('.')]
      : key.startsWith('ui:')
        ? []
        : tallIn(value, [...place, key])
  );
}

describe('a form for a server’s schema', () => {
  it.each(CASES)('of %s', (_, each) => {
    const plan = formPlan(each.schema, each.values);
    expect(plan !== null).toBe(each.form);
    expect(tallIn(plan?.looks)).toEqual(each.tall ?? []);
    const properties = (plan?.schema.properties ?? {}) as Record<
      string,
      { format?: string }
    >;
    for (const name of each.plain ?? []) {
      expect(properties[name]).toEqual({ type: 'string' });
    }
    for (const [name, format] of Object.entries(each.formats ?? {})) {
      expect(properties[name].format).toBe(format);
    }
    // rjsf would fill a list up to it.
    expect(JSON.stringify(plan)).not.toContain('minItems');
  });
});
