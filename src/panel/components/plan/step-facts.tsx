import type { IPlanStep } from '../../../contract';
import { visibleProse } from '../../render/visible-text';
import { usePanel } from '../common/panel-context';

/** Facts about a step besides its text: the steps it builds on, its tools. */
export function StepFacts({
  steps,
  at
}: {
  steps: readonly IPlanStep[];
  at: number;
}) {
  const { trans } = usePanel().services;
  const { title, does, needs, tools, worked, reads, beside } = steps[at];
  const hidden = [title, does, worked].filter(
    text => visibleProse(text) !== text
  );
  const places = needs
    .map(id => steps.findIndex(step => step.id === id))
    .filter(place => place >= 0);
  const before = places.filter(place => place < at);
  const later = places.filter(place => place >= at);
  const off = before.filter(place => !steps[place].on);
  const facts = [
    ...(beside
      ? [trans.__('Runs side by side with the steps next to it')]
      : reads
        ? [trans.__('Only reads')]
        : []),
    ...(before.length > 0
      ? [trans.__('Builds on step %1', numbers(before))]
      : []),
    ...(tools.length > 0
      ? [trans.__('Likely to use %1', tools.map(visibleProse).join(', '))]
      : [])
  ];
  return (
    <div className="jp-Cellwright-stepFacts">
      {facts.length > 0 ? <div>{facts.join(' · ')}</div> : null}
      {hidden.map((text, index) => (
        <div key={index} className="jp-mod-warning">
          {trans.__(
            'This contains characters that cannot be seen: %1',
            visibleProse(text)
          )}
        </div>
      ))}
      {later.length > 0 ? (
        <div className="jp-mod-warning">
          {trans.__(
            'It can no longer build on step %1, which now comes later.',
            numbers(later)
          )}
        </div>
      ) : null}
      {off.length > 0 ? (
        <div className="jp-mod-warning">
          {trans.__(
            'It builds on step %1, which is switched off.',
            numbers(off)
          )}
        </div>
      ) : null}
    </div>
  );

  function numbers(places: readonly number[]): string {
    return places.map(place => place + 1).join(', ');
  }
}
