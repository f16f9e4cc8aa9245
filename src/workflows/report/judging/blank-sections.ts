import type { IReportPart, IReportPlan } from '../../../contract';
import { sectionsOn } from './assemble';
import { isWritten } from './fill-blanks';

/**
 * Which section fills each blank of a Word document, by the blank's name: the
 * section that was planned for it, even if the person has renamed it, else one
 * that has its name.
 */
export function blankSections(
  parts: readonly IReportPart[],
  plan: IReportPlan
): ReadonlyMap<string, string> {
  const sections = sectionsOn(plan);
  return new Map(
    parts.filter(isWritten).flatMap(({ name, label }, at) => {
      const section =
        sections.find(({ id }) => id === `s${at + 1}`) ??
        sections.find(({ title }) => title === label);
      return section ? [[name, section.id] as const] : [];
    })
  );
}
