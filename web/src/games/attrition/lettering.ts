/** The room of names on the board, and how they are abbreviated on a small screen. */

import type { Lettering } from '$table/legible';

/** The font size from which on a plate has room for its name and tiles only. */
export const FAR = 24;

export const LETTERING: Lettering = {
  rooms: [
    { texts: '.plate .name', width: 96, height: 32, alone: { from: FAR, width: 146 } },
    { texts: '.track.turn .name', width: 68, height: 42 },
    { texts: '.track.turn .quiet', width: 82, height: 42 },
    { texts: '.track.industry .figure', width: 54, height: 34 },
    { texts: '.worth', width: 22, height: 22 },
    { texts: '.key .name', width: 118, height: 32 },
  ],
  short: {
    'Kingdom of Hungary': 'Hungary',
    'Kingdom of Belgium': 'Belgium',
    'Moscow Governorate': 'Moscow',
    'Kiev Governorate': 'Kiev',
    'Northern Italy': 'N. Italy',
    'Southern States': 'S. States',
    'Washington DC': 'Washington',
    'Mexico City': 'Mexico C.',
    'Royaume de Hongrie': 'Hongrie',
    'Royaume de Belgique': 'Belgique',
    'Gouvernorat de Moscou': 'Moscou',
    'Gouvernorat de Kiev': 'Kiev',
    'Italie du Nord': 'Italie N.',
    'États du Sud': 'Ét. du Sud',
    'Pays baltes': 'P. baltes',
    'Mexico, United States': 'Mexico, US',
    'Mexique, États-Unis': 'Mexique, É.-U.',
    'Ottoman Empire': 'Ottoman E.',
    'Empire ottoman': 'E. ottoman',
    'Central Powers': 'Central P.',
    'Empires centraux': 'E. centraux',
    ...Object.fromEntries(
      [14, 15, 16, 17, 18].flatMap((year) => [
        [`Spring 19${year}`, `Spr. ${year}`],
        [`Fall 19${year}`, `Fall ${year}`],
        [`Printemps 19${year}`, `Pr. ${year}`],
        [`Automne 19${year}`, `Aut. ${year}`],
      ]),
    ),
  },
};
