import type { ReadyTexts } from './shape.ts';

export const en: ReadyTexts = {
  titles: {
    salon: 'Salon: talks with clients',
    clinic: 'Clinic: talks with patients',
    restaurant: 'Restaurant: bookings and questions',
    delivery: 'Delivery: orders and complaints',
    shop: 'Shop: advice and orders',
  },
  opening: [
    {
      words: 'Did they greet the client?',
      part: 'first',
      mayNotApply: false,
      causes: ['In a hurry', 'Answered on the go', 'Does not know the standard'],
    },
    {
      words: 'Did they give their name or the name of the business?',
      part: 'first',
      causes: ['Does not know the standard', 'Thought it was not needed'],
    },
    {
      words: 'Did they answer every question the client asked?',
      weight: 3,
      causes: ['Read carelessly', 'Did not know the answer', 'Several questions at once'],
    },
  ],
  closing: [
    {
      words: 'Did they stay polite and calm, without rudeness, irony or blame?',
      weight: 3,
      isCritical: true,
      mayNotApply: false,
      causes: ['Hard client', 'Tired', 'Habit of speaking so'],
    },
    {
      words: 'Did they end with a clear next step: what happens, when, and who does it?',
      weight: 2,
      part: 'last',
      causes: ['Left it to the client', 'The talk broke off'],
    },
    { words: 'Did they thank the client or say goodbye?', part: 'last', causes: ['In a hurry', 'The talk broke off'] },
  ],
  items: {
    salon: [
      {
        words: 'Did they find out which service the client wants and what result they expect?',
        weight: 2,
        causes: ['Booked the first thing named', 'Does not know the services'],
      },
      {
        words: 'Did they name the price, or a range and what it depends on?',
        weight: 2,
        causes: ['Does not know the prices', 'Waited to be asked'],
      },
      {
        words: 'Did they offer at least two specific times?',
        weight: 2,
        causes: ['Asked “when suits you?”', 'Few free slots'],
      },
      {
        words: 'Did they repeat the service, the master, the day and the time before confirming?',
        weight: 3,
        causes: ['In a hurry', 'Thought it was obvious'],
      },
      {
        words: 'Did they suggest an extra service or care that fits?',
        causes: ['Shy to sell', 'Does not know what fits'],
      },
      {
        words: 'If the client cancelled or hesitated, did they offer another day?',
        weight: 2,
        causes: ['Accepted the refusal at once', 'No free slots'],
      },
    ],
    clinic: [
      {
        words: 'Did they ask what troubles the patient and whether it is the first visit?',
        weight: 2,
        causes: ['Went straight to booking', 'Does not know the questions'],
      },
      {
        words: 'Did they refrain from making a diagnosis or prescribing treatment in the talk?',
        weight: 3,
        isCritical: true,
        causes: ['Wanted to help', 'The patient insisted'],
      },
      {
        words: 'If the symptoms were urgent, did they advise to call an ambulance or come at once?',
        weight: 3,
        isCritical: true,
        causes: ['Did not notice', 'Does not know the rule'],
      },
      {
        words: 'Did they name the doctor and the price of the appointment?',
        weight: 2,
        causes: ['Does not know the prices', 'Waited to be asked'],
      },
      {
        words: 'Did they say how to prepare and what to bring?',
        weight: 2,
        causes: ['Forgot', 'Does not know the preparation'],
      },
      {
        words: 'Did they repeat the day, the time and the address?',
        weight: 3,
        causes: ['In a hurry', 'Thought it was obvious'],
      },
    ],
    restaurant: [
      {
        words: 'Did they ask for the day, the time and the number of guests?',
        weight: 2,
        causes: ['Booked without asking', 'The guest had said it'],
      },
      {
        words: 'Did they ask about the occasion, wishes or allergies?',
        causes: ['In a hurry', 'Does not know the standard'],
      },
      {
        words: 'If there was no table, did they offer another time or the waiting list?',
        weight: 2,
        causes: ['Only refused', 'Does not know the free times'],
      },
      {
        words: 'Did they warn about the deposit, the time limit or how long the table is kept?',
        weight: 2,
        causes: ['Forgot', 'Does not know the rule'],
      },
      {
        words: 'Did they repeat the booking: name, day, time, guests?',
        weight: 3,
        causes: ['In a hurry', 'Thought it was obvious'],
      },
      {
        words: 'If the guest complained, did they apologise and say what will be done?',
        weight: 3,
        causes: ['Argued', 'Has no right to decide'],
      },
    ],
    delivery: [
      {
        words: 'Did they clarify the address, the entrance and the phone of the recipient?',
        weight: 2,
        causes: ['In a hurry', 'The system had the address'],
      },
      {
        words: 'Did they name an honest delivery time, with the delay if there is one?',
        weight: 3,
        causes: ['Named the usual time', 'Did not ask the kitchen or the courier'],
      },
      {
        words: 'Did they repeat the order and the sum before confirming?',
        weight: 3,
        causes: ['In a hurry', 'Thought it was obvious'],
      },
      { words: 'Did they agree how the client pays and whether change is needed?', causes: ['Forgot', 'Paid online'] },
      {
        words: 'If the order was late or wrong, did they apologise without blaming others?',
        weight: 2,
        causes: ['Blamed the courier or the kitchen', 'Argued'],
      },
      {
        words: 'If there was a complaint, did they offer a solution and name its time?',
        weight: 3,
        causes: ['Has no right to decide', 'Promised “to find out”'],
      },
    ],
    shop: [
      {
        words: 'Did they ask what the product is for, or for whom?',
        weight: 2,
        causes: ['Answered with a link only', 'Does not know the range'],
      },
      {
        words: 'Did they recommend a specific product and say why it fits?',
        weight: 2,
        causes: ['Listed everything', 'Does not know the range'],
      },
      {
        words: 'Did they tell the truth about availability and offer a substitute if there is none?',
        weight: 2,
        causes: ['Did not check the stock', 'Only refused'],
      },
      {
        words: 'Did they name the full price with delivery, and the delivery time?',
        weight: 2,
        causes: ['Does not know the terms', 'Waited to be asked'],
      },
      {
        words: 'Did they offer to place the order or put the product aside?',
        weight: 2,
        causes: ['Left it to the client', 'Shy to sell'],
      },
      {
        words: 'In a return or exchange, did they explain the steps without arguing?',
        weight: 3,
        causes: ['Argued', 'Does not know the rules'],
      },
    ],
  },
};
