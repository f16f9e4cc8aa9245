import type { BaseMessage } from '@langchain/core/messages';

import { ENGLISH, ModelFault } from '../../../contract';
import type { IWorkflowHost } from '../../../engine/workflows/workflow';
import {
  ScriptedModel,
  type IScriptedStep
} from '../../../testing/scripted-model';
import { hostModel } from '../host-model';
import { PlanSite, accept, answer, plan, planned, runPlan } from './plan-site';

beforeEach(() => void jest.spyOn(console, 'warn').mockReturnValue());

describe('a structured request of a plan', () => {
  it('makes the model call its tool, where the provider can', async () => {
    const site = new PlanSite();
    const page = site.page({
      provider: { formOptions: (_, form) => ({ form }) }
    });
    await plan(page);
    expect(page.model.bindOptions).toEqual([{ form: { call: 'plan' } }]);
  });

  it('is asked as text once the server has said that it takes no tools', async () => {
    const site = new RefusingSite();
    const page = await planned(site);
    expect(page.of('plan-proposed')[0].steps.map(({ title }) => title)).toEqual(
      ['Load', 'Clean']
    );
    expect(site.refused).toBe(1);
    expect(page.of('notice')).toEqual([]);
  });
});

it('a request is made at the moment it leaves, as the settings then are', async () => {
  const model = new ScriptedModel([{ text: 'Yes.' }]);
  let isWithheld = false;
  const host = {
    run: {
      options: { trans: ENGLISH },
      note: () => undefined,
      emit: () => undefined,
      signal: new AbortController().signal
    },
    model: async () => {
      isWithheld = true;
      const provider = { abilities: () => ({ images: false }) };
      return { provider, choice: { model: 'm', options: {} }, model };
    }
  } as unknown as IWorkflowHost;
  await hostModel(host).ask(
    () => [{ role: 'user', text: isWithheld ? 'rows' : 'rows 344' }],
    { as: 'text' },
    {}
  );
  expect(model.requests).toMatchObject([[{ text: 'rows' }]]);
});

describe('an answer of the model that is cut off', () => {
  it('is continued where it is plain text, and never the answer by itself', async () => {
    const site = new PlanSite();
    site.replies.route = [{ route: 'simple_chat', reason: '' }];
    const texts = [
      { text: 'You are', finish: 'length' as const },
      { text: ' welcome.' }
    ];
    const plain = site.answer.bind(site);
    site.answer = messages =>
      plain(messages).text === 'You are welcome.'
        ? texts.shift()!
        : plain(messages);
    const page = await planned(site, 'What is a mean?');
    expect((await page.messages()).at(-1)?.text).toBe('You are welcome.');
    expect(page.model.requests.at(-1)?.slice(-2)).toMatchObject([
      { text: 'You are' },
      { text: expect.stringContaining('exactly where it ends') }
    ]);
    expect(page.of('run-finished').at(-1)).toMatchObject({
      outcome: 'answered'
    });
  });
});

/** A server that refuses tools and says so; it writes its answers as text. */
class RefusingSite extends PlanSite {
  refused = 0;

  override answer(messages: BaseMessage[]): IScriptedStep {
    const asked = messages.map(({ text }) => text).join('\n');
    if (!asked.includes('one JSON object')) {
      this.refused++;
      return {
        error: new ModelFault('refused', 'This model does not support tools', {
          status: 400
        })
      };
    }
    const { route, clarify, plan } = this.replies;
    return {
      text: JSON.stringify(Object.assign({}, route[0], clarify[0], plan[0]))
    };
  }
}

describe('a model for short requests', () => {
  /** The arguments of a step's tools are the one short request. */
  const withCards = (site: PlanSite): void => {
    site.propose({ title: 'Load', tools: ['read_file'] });
    site.settings.plan.askStep = true;
  };
  /** With a short model chosen: what each of the two models was asked. */
  const asking = (site: PlanSite, fails = false) => {
    const short: string[] = [];
    const model: ScriptedModel = new ScriptedModel(
      Array.from({ length: 50 }, () => () => {
        const [tool] = model.boundTools as { function: { name: string } }[];
        const { name } = tool.function;
        short.push(name);
        return fails
          ? { error: new ModelFault('unknown-model', 'There is no “small”.') }
          : {
              calls: [
                { name, args: site.replies[name][0] as Record<string, unknown> }
              ]
            };
      })
    );
    const page = site.page({
      choice: { model: 'large', options: { shortModel: 'small' } },
      provider: {
        create: async ({ model: name }) =>
          (name === 'small' ? model : page.model) as never
      }
    });
    return { page, short };
  };

  it('answers those and no others', async () => {
    const site = new PlanSite();
    withCards(site);
    const { page, short } = asking(site);
    await runPlan(page);
    expect(short).toEqual(['arguments']);
    expect(site.asked).toEqual(['plan', 'Load', 'Load']);
    expect(page.of('plan-ended')).toMatchObject([{ outcome: 'done' }]);
  });

  it('is stood in for by the first where it fails, which is said once', async () => {
    const site = new PlanSite();
    withCards(site);
    const { page, short } = asking(site, true);
    await plan(page);
    await answer(page, accept());
    expect(short).toEqual(['arguments']);
    expect(site.asked).toEqual(['plan', 'arguments']);
    expect(page.of('notice').map(({ text }) => text)).toEqual([
      'The model for short requests, small, could not be used. large answers them for now.'
    ]);
  });
});
