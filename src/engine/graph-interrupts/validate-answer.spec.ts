import { ENGLISH, interruptSchema } from '../../contract';
import { validateAnswer } from './validate-answer';

describe('a form that was filled in', () => {
  const asked = interruptSchema.parse({
    interrupt_id: 'i',
    node_ref: 'n',
    step_id: 's',
    kind: 'form',
    title: '“tickets” asks you',
    schema: {
      type: 'object',
      properties: {
        consent: { type: 'string', default: 'I agree' },
        share: { type: 'boolean', default: true }
      }
    }
  });

  it('is answered with what stands in it, and not with what stood there first', () => {
    expect(validateAnswer(asked, { values: {} }, ENGLISH)).toEqual({
      answer: { values: {} }
    });
    expect(
      validateAnswer(asked, { values: { share: false } }, ENGLISH)
    ).toEqual({ answer: { values: { share: false } } });
  });
});
