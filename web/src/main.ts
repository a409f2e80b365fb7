import '@fontsource-variable/eb-garamond/wght.css';
import '@fontsource-variable/eb-garamond/wght-italic.css';
import '@fontsource-variable/source-sans-3/wght.css';
import './styles/base.css';
import './styles/boards';

import { mount } from 'svelte';

import App from './App.svelte';
import { watchForUpgrades } from './lib/upgraded';

watchForUpgrades();

const target = document.getElementById('app');
if (target) mount(App, { target });
