import { FakeChannels } from '../../testing/fake-channels';
import { until } from '../../testing/until';
import { shareSettings } from './page-settings';
import { FakeSettingsServer } from '../stories/fake-settings';

const passed = () => new Promise(resolve => setTimeout(resolve, 20));

describe('settings in several tabs', () => {
  async function tabs() {
    const channels = new FakeChannels();
    const one = new FakeSettingsServer();
    const two = one.inAnotherTab();
    const opened = [];
    for (const { registry, load } of [one, two]) {
      const settings = await load();
      shareSettings(registry, settings, channels.open());
      opened.push(settings);
    }
    return { channels, settings: opened };
  }

  it('what one changes counts in the other, and is not told for ever', async () => {
    const {
      channels,
      settings: [one, two]
    } = await tabs();
    await one.set('policy', { execute: 'allow' });
    await until(() => 'policy' in two.user);
    expect(two.user.policy).toEqual({ execute: 'allow' });
    await passed();
    expect(channels.said.length).toBeLessThan(3);
  });

  it('the other one then writes its own without taking the first back', async () => {
    const {
      settings: [one, two]
    } = await tabs();
    await one.set('debug', true);
    await until(() => 'debug' in two.user);
    await two.set('provenance', false);
    await until(() => 'provenance' in one.user);
    expect(one.user).toEqual({ debug: true, provenance: false });
    expect(two.user).toEqual(one.user);
  });
});
