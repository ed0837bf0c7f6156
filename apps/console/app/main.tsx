import './styles/main.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { takeConfiguration } from './api/configuration.ts';
import { pageData } from './page-data.ts';
import { Shell } from './shell.tsx';
import { SignInGate } from './sign-in/sign-in-gate.tsx';

takeConfiguration(pageData('configuration'));
const frame = document.getElementById('console');
if (frame === null) throw new Error('The page has no place for the console.');
createRoot(frame).render(
  <StrictMode>
    <SignInGate>
      <Shell />
    </SignInGate>
  </StrictMode>,
);
