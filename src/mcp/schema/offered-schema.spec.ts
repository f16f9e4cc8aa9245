import { offeredSchema } from './argument-schema';

describe('arguments as a model is offered them', () => {
  it('hold no regular expression of the server’s at any depth, and tell it in words', () => {
    const text = { type: 'string', pattern: '^(a+)+$' };
    const pattern = { type: 'string', description: 'Pattern: ^(a+)+$' };
    expect(
      offeredSchema({
        type: 'object',
        properties: {
          plain: { ...text, description: 'A name.' },
          deep: { type: 'array', items: { anyOf: [text, { type: 'null' }] } },
          pattern: { type: 'number' }
        },
        patternProperties: { '^(b+)+$': text },
        additionalProperties: false
      })
    ).toEqual({
      type: 'object',
      properties: {
        plain: { type: 'string', description: 'A name. Pattern: ^(a+)+$' },
        deep: { type: 'array', items: { anyOf: [pattern, { type: 'null' }] } },
        pattern: { type: 'number' }
      }
    });
  });

  it.each([
    'additionalItems',
    'additionalProperties',
    'contains',
    'else',
    'if',
    'items',
    'not',
    'propertyNames',
    'then',
    'unevaluatedItems',
    'unevaluatedProperties'
  ])('hold none in %s', key => {
    const offered = offeredSchema({ [key]: { not: { pattern: '^(a+)+$' } } });
    expect(JSON.stringify(offered)).not.toContain('"pattern"');
  });

  it.each(['allOf', 'anyOf', 'items', 'oneOf', 'prefixItems'])(
    'hold none in a list of %s',
    key => {
      const offered = offeredSchema({ [key]: [{ pattern: '^(a+)+$' }] });
      expect(JSON.stringify(offered)).not.toContain('"pattern"');
    }
  );

  it.each(['dependencies', 'dependentSchemas', 'properties'])(
    'hold none in what is named in %s',
    key => {
      const offered = offeredSchema({
        [key]: { a: { properties: { a: { pattern: '^(a+)+$' } } }, b: ['a'] }
      });
      expect(JSON.stringify(offered)).not.toContain('"pattern"');
      expect(offered[key]).toMatchObject({ b: ['a'] });
    }
  );

  it('tell no more of it than anybody reads', () => {
    const { description } = offeredSchema({ pattern: 'x'.repeat(5000) });
    expect(String(description).length).toBeLessThan(150);
  });
});
