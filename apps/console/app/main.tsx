import './styles/main.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Shell } from './shell.tsx';

const frame = document.getElementById('console');
if (frame === null) throw new Error('The page has no place for the console.');
createRoot(frame).render(
  <StrictMode>
    <Shell />
  </StrictMode>,
);
