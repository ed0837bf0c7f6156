import type { RegisterAccess } from './rule-versions/register-access.ts';
import type { Resolution } from './types.ts';

/**
 * Makes every operation check first that the rules of this process are still those of the table. The check costs
 * nothing once a record is stored. A submit checks with a write, before it stores its records (submit.ts).
 */
export function underRegister(resolution: Resolution, register: RegisterAccess): Resolution {
  const asking =
    <Arguments extends unknown[], Answer>(run: (...given: Arguments) => Promise<Answer>) =>
    (...given: Arguments): Promise<Answer> =>
      register.isSettled ? run(...given) : register.beforeReading().then(() => run(...given));
  return {
    submit: resolution.submit,
    submitWithPreview: asking(resolution.submitWithPreview),
    disassemble: asking(resolution.disassemble),
    removeConnectionBan: asking(resolution.removeConnectionBan),
    search: asking(resolution.search),
    rankedSearch: asking(resolution.rankedSearch),
    entity: asking(resolution.entity),
    entityByRecord: asking(resolution.entityByRecord),
    listEntities: asking(resolution.listEntities),
    explain: asking(resolution.explain),
    pathsRead: resolution.pathsRead,
    assemblyStatus: asking(resolution.assemblyStatus),
    metrics: asking(resolution.metrics),
    oldestInterrupted: asking(resolution.oldestInterrupted),
    sweep: asking(resolution.sweep),
  };
}
