import { calling, startRun, THREAD, toolTexts } from './harness';
import { FINAL, plainTool } from './plain-tools';

const SOUND = { mimeType: 'audio/wav', data: 'UklGRg==' };
const LINK = { server: 'notes', uri: 'notes://one', name: 'one' };
const PLOT = { mimeType: 'image/png', data: 'iVBORw==', width: 1, height: 1 };

it('what a result has beside its words is told by name, kept with the conversation, and no model gets the sound', async () => {
  const tool = plainTool('player', 'read', {
    result: { sounds: [SOUND], links: [LINK], images: [PLOT] }
  });
  const harness = await startRun({
    tools: [FINAL, tool],
    images: true,
    script: [calling('player', { code: 'a' }), 'Done.']
  });
  const { things = [], images } = harness.last('call-finished');
  expect(images).toBe(1);
  expect(things).toEqual([
    { kind: 'image', id: expect.any(String) },
    { kind: 'sound', id: expect.any(String) },
    { kind: 'link', ...LINK }
  ]);
  const ids = things.flatMap(each => ('id' in each ? each.id : []));
  const stored = await Promise.all(
    ids.map(id => harness.engine.past.attachment(THREAD, id))
  );
  expect(stored).toEqual([PLOT, { ...SOUND, width: 0, height: 0 }]);
  const sent = JSON.stringify(harness.model.requests.at(-1));
  expect(sent).toContain(PLOT.data);
  expect(sent).not.toContain(SOUND.data);
  expect(toolTexts(harness.model.requests.at(-1)!).join()).not.toContain(
    'notes://'
  );
});
