/**
 * What the first view to open needs and others share. Every view imports it, so that the bundle has it in one file: a request
 * takes longer than what it brings. A part that only some views share is a file of its own.
 */
import './api/guidance.ts';
import './api/record-values.ts';
import './decisions/confirm-decision.tsx';
import './decisions/decide-pair.tsx';
import './decisions/decided-banner.tsx';
import './decisions/decision-list.tsx';
import './decisions/use-deciding.ts';
import './parts/states.tsx';
import './parts/marks.tsx';
import './parts/tables.tsx';
import './parts/icon.tsx';
import './parts/states.tsx';
import './parts/modal.tsx';
import './parts/states.tsx';
import './parts/tables.tsx';
import './parts/marks.tsx';
import './parts/marks.tsx';
import './place.ts';
import './sign-in/page-sign-in.ts';
import './use-kept.ts';
import './use-keys.ts';
import './use-request.ts';
import './with-deployment.tsx';
