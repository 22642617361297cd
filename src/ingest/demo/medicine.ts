/** What is treated and with what: real diseases and drug classes, the frame of invented drugs. */
export interface Indication {
  readonly area: string;
  readonly disease: string;
  readonly rare: boolean;
  readonly endpoint: string;
}

interface Modality {
  readonly drugType: string;
  /** Endings of the nonproprietary names of the class. */
  readonly stems: readonly string[];
  readonly biologic: boolean;
  readonly share: number;
}

export const modalities: readonly Modality[] = [
  {
    drugType: 'Small molecule',
    stems: ['tinib', 'ciclib', 'gliptin', 'rasib', 'stat'],
    biologic: false,
    share: 0.5,
  },
  { drugType: 'Monoclonal antibody', stems: ['mab', 'tamab', 'limab'], biologic: true, share: 0.2 },
  { drugType: 'ADCs', stems: ['mab vedotin', 'mab deruxtecan'], biologic: true, share: 0.06 },
  { drugType: 'Gene therapy', stems: ['gene parvovec'], biologic: true, share: 0.05 },
  { drugType: 'CAR-T', stems: ['cabtagene autoleucel', 'leucel'], biologic: true, share: 0.04 },
  { drugType: 'siRNA/RNAi', stems: ['siran'], biologic: false, share: 0.05 },
  { drugType: 'Antisense', stems: ['rsen'], biologic: false, share: 0.02 },
  { drugType: 'Peptide', stems: ['tide', 'glutide'], biologic: false, share: 0.04 },
  { drugType: 'Protein', stems: ['cept', 'alfa'], biologic: true, share: 0.03 },
  { drugType: 'Vaccine', stems: ['vac'], biologic: true, share: 0.01 },
];

const byArea: Readonly<Record<string, { endpoint: string; common: string; rare: string }>> = {
  Oncology: {
    endpoint:
      'Progression-free survival (PFS) by blinded independent central review per ' + 'RECIST v1.1',
    common:
      'Non-Small Cell Lung Cancer;Metastatic Breast Cancer;Metastatic ' +
      'Castration-Resistant Prostate Cancer;Colorectal Cancer;Hepatocellular Carcinoma',
    rare:
      'Glioblastoma;Pancreatic Ductal Adenocarcinoma;Uveal Melanoma;Cholangiocarcinoma;' +
      'Diffuse Large B-Cell Lymphoma;Acute Myeloid Leukemia',
  },
  Hematology: {
    endpoint:
      'Proportion of participants with a hemoglobin increase of at least 1 g/dL ' +
      'without transfusion',
    common: 'Iron Deficiency Anemia',
    rare:
      'Sickle Cell Disease;Hemophilia A;Beta-Thalassemia;Paroxysmal Nocturnal ' +
      'Hemoglobinuria;Immune Thrombocytopenia',
  },
  Neurology: {
    endpoint: 'Change from baseline in the disease rating scale total score',
    common: "Alzheimer's Disease;Migraine;Parkinson's Disease;Multiple Sclerosis",
    rare:
      'Amyotrophic Lateral Sclerosis;Dravet Syndrome;Huntington Disease;Spinal ' +
      'Muscular Atrophy;Duchenne Muscular Dystrophy;Rett Syndrome',
  },
  Autoimmune: {
    endpoint: 'Proportion of participants achieving the responder index',
    common:
      'Rheumatoid Arthritis;Plaque Psoriasis;Systemic Lupus Erythematosus;Hidradenitis ' +
      'Suppurativa',
    rare: 'Myasthenia Gravis;Pemphigus Vulgaris',
  },
  Allergy: {
    endpoint: 'Proportion of participants with EASI-75 response',
    common: 'Atopic Dermatitis;Chronic Spontaneous Urticaria;Peanut Allergy',
    rare: 'Eosinophilic Esophagitis',
  },
  'Infectious disease': {
    endpoint:
      'Proportion of participants with clinical and microbiological cure at the ' +
      'test-of-cure visit',
    common:
      'Chronic Hepatitis B;Complicated Urinary Tract Infection;Respiratory Syncytial ' +
      'Virus Infection;Influenza',
    rare: 'Invasive Aspergillosis',
  },
  Metabolic: {
    endpoint: 'Percent change from baseline in liver fat content by MRI-PDFF',
    common: 'Obesity;Metabolic Dysfunction-Associated Steatohepatitis',
    rare: 'Fabry Disease;Phenylketonuria;Pompe Disease',
  },
  Endocrine: {
    endpoint: 'Change from baseline in HbA1c (%)',
    common: 'Type 2 Diabetes Mellitus;Osteoporosis',
    rare: 'Congenital Adrenal Hyperplasia;Acromegaly;Achondroplasia',
  },
  Cardiovascular: {
    endpoint: 'Time to first occurrence of cardiovascular death or heart failure event',
    common: 'Heart Failure;Hypertension;Hypercholesterolemia',
    rare:
      'Pulmonary Arterial Hypertension;Hypertrophic Cardiomyopathy;Transthyretin ' +
      'Amyloid Cardiomyopathy',
  },
  Respiratory: {
    endpoint: 'Annualized rate of moderate or severe exacerbations',
    common: 'Asthma;Chronic Obstructive Pulmonary Disease',
    rare: 'Idiopathic Pulmonary Fibrosis;Cystic Fibrosis',
  },
  Ophthalmology: {
    endpoint: 'Change from baseline in best corrected visual acuity (ETDRS letters)',
    common:
      'Neovascular Age-Related Macular Degeneration;Diabetic Macular Edema;Dry Eye ' +
      'Disease;Geographic Atrophy',
    rare: 'Retinitis Pigmentosa;Stargardt Disease',
  },
  Gastroenterology: {
    endpoint: 'Proportion of participants in clinical remission',
    common: 'Ulcerative Colitis;Irritable Bowel Syndrome',
    rare: 'Primary Biliary Cholangitis;Short Bowel Syndrome',
  },
  Psychiatry: {
    endpoint: 'Change from baseline in the MADRS total score',
    common: 'Major Depressive Disorder;Schizophrenia;Binge Eating Disorder',
    rare: 'Postpartum Depression',
  },
  Urology: {
    endpoint: 'Change from baseline in the number of micturitions per 24 hours',
    common: 'Overactive Bladder',
    rare: 'Primary Hyperoxaluria',
  },
  Others: {
    endpoint: 'Change from baseline in the average daily pain intensity score',
    common: 'Chronic Kidney Disease;Chronic Low Back Pain',
    rare: 'IgA Nephropathy',
  },
};

export const indications: readonly Indication[] = Object.entries(byArea).flatMap(
  ([area, { endpoint, common, rare }]) => [
    ...common.split(';').map((disease) => ({ area, disease, rare: false, endpoint })),
    ...rare.split(';').map((disease) => ({ area, disease, rare: true, endpoint })),
  ],
);

export const mechanismsByArea: Readonly<Record<string, readonly string[]>> = {
  Oncology: [
    'KRAS G12D inhibitor',
    'PD-1/VEGF bispecific',
    'CLDN18.2-directed',
    'CDK2 inhibitor',
    'CD19-directed',
    'menin inhibitor',
  ],
  Hematology: [
    'factor B inhibitor',
    'pyruvate kinase activator',
    'hepcidin mimetic',
    'BTK inhibitor',
  ],
  Neurology: [
    'orexin-2 receptor agonist',
    'tau antisense',
    'Kv7 channel opener',
    'CGRP antagonist',
  ],
  Autoimmune: ['TYK2 inhibitor', 'FcRn blocker', 'IL-23 receptor antagonist', 'BTK degrader'],
};

export const otherMechanisms: readonly string[] = [
  'GLP-1 receptor agonist',
  'IL-4Rα antagonist',
  'complement C3 inhibitor',
  'FXR agonist',
  'PCSK9 inhibitor',
  'VEGF-A trap',
  'capsid assembly modulator',
  'NLRP3 inhibitor',
];
