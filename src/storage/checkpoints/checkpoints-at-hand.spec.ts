import { emptyCheckpoint } from '@langchain/langgraph-checkpoint';

import { CheckpointsAtHand } from './checkpoints-at-hand';

describe('checkpoints at hand', () => {
  let fences: Map<string, number>;
  let atHand: CheckpointsAtHand;

  const put = (graph: string, id: string, parent?: string) =>
    atHand.put(
      graph,
      parent,
      { ...emptyCheckpoint(), id },
      { source: 'loop', step: 0, parents: {} }
    );
  const idOf = (graph: string) => atHand.newest(graph)?.checkpoint.id;

  beforeEach(() => {
    fences = new Map([...'tuvwx'].map(thread => [thread, 1]));
    atHand = new CheckpointsAtHand(graph => fences.get(graph.split('#')[0]));
  });

  it('are the newest of each branch, with what was written behind it', () => {
    put('t', '1');
    put('t', '2', '1');
    put('t#b', '3');
    atHand.putWrites('t', '2', [['a', 'first']], 'task');
    atHand.putWrites('t', '2', [['a', 'second']], 'task');
    atHand.putWrites('t', '2', [['a', 'third']], 'other');
    const newest = atHand.newest('t');
    expect(newest?.config.configurable?.checkpoint_id).toBe('2');
    expect(newest?.parentConfig?.configurable?.checkpoint_id).toBe('1');
    expect(newest?.pendingWrites).toEqual([
      ['task', 'a', 'first'],
      ['other', 'a', 'third']
    ]);
    expect(idOf('t#b')).toBe('3');
    expect(atHand.newest('t#b')?.parentConfig).toBeUndefined();
  });

  it('are no more once another tab has driven the thread, or drives it', () => {
    put('t', '1');
    fences.set('t', 2);
    expect(idOf('t')).toBeUndefined();
    fences.set('t', 1);
    expect(idOf('t')).toBeUndefined();
    fences.delete('t');
    put('t', '2');
    expect(idOf('t')).toBeUndefined();
  });

  it('are forgotten by thread, all of its branches', () => {
    put('t', '1');
    put('t#b', '2');
    put('u', '3');
    atHand.forgetThread('t');
    expect([...['t', 't#b', 'u']].map(idOf)).toEqual([
      undefined,
      undefined,
      '3'
    ]);
  });

  it('are forgotten where something was written behind one that is not there', () => {
    put('t', '1');
    atHand.putWrites('t', '2', [['a', 'b']], 'task');
    expect(idOf('t')).toBeUndefined();
  });

  it('are few', () => {
    [...'tuvwx'].forEach(thread => put(thread, '1'));
    expect([...'tuvwx'].map(idOf)).toEqual([undefined, '1', '1', '1', '1']);
  });
});
